import type { Reason } from './en-reasons.ts';

const count = new Intl.NumberFormat('de');

/** By the code of an error or problem, or of what the console finds. */
const byCode: Readonly<Record<string, (reason: Reason) => string>> = {
  NO_OBJECT: () => 'Die Zeile muss ein JSON-Objekt sein.',
  UNREADABLE: (reason) => `Die Zeile ist nicht lesbar${original(reason)}.`,
  REQUIRED: () => 'Fehlt.',
  UNKNOWN_FIELD: () => 'Ein solches Feld gibt es nicht.',
  INVALID_TYPE: (reason) => `Der Wert hat einen anderen Typ${original(reason)}.`,
  INVALID_FORMAT: (reason) => `Der Wert hat ein anderes Format${original(reason)}.`,
  INVALID_VALUE: (reason) => `Dieser Wert ist nicht erlaubt${original(reason)}.`,
  TOO_SHORT: ({ minimum = 0 }) => `Zu kurz: mindestens ${count.format(minimum)}.`,
  TOO_LONG: ({ maximum = 0 }) => `Zu lang: höchstens ${count.format(maximum)}.`,
  TOO_SMALL: ({ minimum = 0 }) => `Zu klein: mindestens ${count.format(minimum)}.`,
  TOO_LARGE: ({ maximum = 0 }) => `Zu groß: höchstens ${count.format(maximum)}.`,
  TAKEN: () => 'Schon vergeben.',
  NOT_FOUND: () => 'Einen Datensatz mit dieser ID gibt es nicht.',
  CONFLICT: (reason) => `Im jetzigen Zustand ist das nicht möglich${original(reason)}.`,
  FORBIDDEN: (reason) => `Dazu fehlt Ihnen eine Berechtigung${original(reason)}.`,
  BAD_USER_INPUT: (reason) => `Die Angaben sind nicht gültig${original(reason)}.`,
  UNAUTHENTICATED: () => 'Ihre Anmeldung ist abgelaufen.',
  RATE_LIMITED: () => 'Zu viele Anfragen. Versuchen Sie es später erneut.',
  SERVICE_UNAVAILABLE: () => 'Die Plattform ist gerade ausgelastet, oder ihre Datenbank ist nicht erreichbar.',
  INTERNAL_SERVER_ERROR: ({ reference }) =>
    reference === undefined
      ? 'Ein unerwarteter Fehler.'
      : `Ein unerwarteter Fehler. Im Log des Servers steht er unter ${reference}.`,
};

/** The value that a field expects, by its name; the code alone does not say it. */
const byField: Readonly<Record<string, string>> = {
  'email INVALID_FORMAT': 'Muss eine E-Mail-Adresse sein.',
  'username INVALID_FORMAT':
    'Muss mit einem Buchstaben oder _ beginnen, dann Buchstaben, Ziffern, _ . und -, höchstens 128 Zeichen.',
  'phone INVALID_FORMAT': 'Muss im Format E.164 sein, zum Beispiel +4930901820.',
  'passwordHash INVALID_VALUE':
    'Dieses Hash-Verfahren wird nicht unterstützt, ist zu aufwendig, oder es ist auch ein Passwort angegeben.',
};

/** The sentence of the platform in brackets, if its code has several. */
const original = ({ message }: Reason): string => (message === undefined ? '' : ` (${message.replace(/\.$/, '')})`);

/** Why something is refused, in German. */
export function reasonOf(reason: Reason): string {
  const { code, path = [] } = reason;
  const ofField = byField[`${path.join('.')} ${code}`];
  return ofField ?? byCode[code]?.(reason) ?? `Abgelehnt mit ${code}${original(reason)}.`;
}
