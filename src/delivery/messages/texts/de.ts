import type {
  AccountChange,
  CodeParameters,
  NoticeParameters,
} from '../../../vocabulary/connectors/message-templates.ts';
import { type Facts, factsOf, type MessageText, type MessageTexts } from './text.ts';

const changes: Record<AccountChange, string> = {
  'address-added': 'Eine E-Mail-Adresse oder Telefonnummer wurde Ihrem Konto hinzugefügt.',
  'address-removed': 'Eine E-Mail-Adresse oder Telefonnummer wurde aus Ihrem Konto entfernt.',
  'factor-added': 'Ein Passkey oder eine Authenticator-App wurde Ihrem Konto hinzugefügt.',
  'factor-removed': 'Ein Passkey oder eine Authenticator-App wurde aus Ihrem Konto entfernt.',
  'identity-linked':
    'Ein Konto bei einem anderen Anbieter wurde mit Ihrem Konto verknüpft. Mit ihm ist die Anmeldung möglich.',
  'identity-unlinked': 'Ein Konto bei einem anderen Anbieter ist nicht mehr mit Ihrem Konto verknüpft.',
  'codes-renewed': 'Die Backup-Codes Ihres Kontos wurden ersetzt.',
  'username-changed': 'Der Benutzername Ihres Kontos wurde geändert.',
  'password-removed': 'Das Passwort Ihres Kontos wurde entfernt.',
};

const product = 'Mandate';

export const de: MessageTexts = {
  'sign-in-code': (parameters) =>
    code(parameters, {
      subject: `Ihr Code zum Anmelden${at(parameters)}`,
      purpose: `um sich${at(parameters)} anzumelden`,
      action: 'Mit diesem Link anmelden',
    }),
  'sign-up-code': (parameters) =>
    code(parameters, {
      subject: `Ihr Code für ein neues Konto${at(parameters)}`,
      purpose: `um Ihr Konto${at(parameters)} zu erstellen`,
      action: 'Mit diesem Link fortfahren',
    }),
  'reset-code': (parameters) =>
    code(parameters, {
      subject: `Ihr Code zum Zurücksetzen des Passworts${at(parameters)}`,
      purpose: `um ein neues Passwort${at(parameters)} festzulegen`,
      action: 'Mit diesem Link fortfahren',
    }),
  'link-address-code': (parameters) =>
    code(parameters, {
      subject: `Ihr Code zum Hinzufügen dieser Adresse${at(parameters)}`,
      purpose: `um diese Adresse Ihrem Konto${at(parameters)} hinzuzufügen`,
      action: 'Mit diesem Link fortfahren',
    }),
  'no-account': (parameters) => ({
    subject: `Kein Konto mit dieser Adresse${at(parameters)}`,
    paragraphs: [`Jemand wollte sich${at(parameters)} mit dieser Adresse anmelden, aber kein Konto verwendet sie.`],
    closing: ['Wenn Sie das waren, versuchen Sie es mit einer anderen Adresse.', ignore],
    sms: `Jemand wollte sich${at(parameters)} mit dieser Nummer anmelden, aber kein Konto verwendet sie.`,
  }),
  'account-locked': (parameters) => ({
    subject: 'Ihr Konto ist vorübergehend gesperrt',
    paragraphs: ['Zu viele Anmeldungen bei Ihrem Konto sind fehlgeschlagen. Deshalb ist es vorübergehend gesperrt.'],
    facts: facts(parameters),
    closing: [
      'Wenn Sie das waren, warten Sie oder melden Sie sich auf einem anderen Weg an.',
      'Wenn Sie das nicht waren, müssen Sie nichts tun: Die Anmeldungen sind fehlgeschlagen.',
    ],
    sms: 'Ihr Konto ist vorübergehend gesperrt, weil zu viele Anmeldungen fehlgeschlagen sind.',
  }),
  'too-many-codes': (parameters) => ({
    subject: 'Zu viele Codes wurden für Ihr Konto angefordert',
    paragraphs: [
      'Für Ihr Konto wurden so oft Codes angefordert, dass bis zu einen Tag lang keine weiteren gesendet werden.',
    ],
    facts: facts(parameters),
    closing: [
      'In einem Browser, in dem Sie schon einmal angemeldet waren, erhalten Sie weiterhin Codes. Sie können sich auch mit einem Passkey oder Ihrem Passwort anmelden.',
      'Wenn Sie das nicht waren, müssen Sie nichts tun: Die Codes gingen nur an Sie. Geben Sie sie niemandem.',
    ],
    sms: 'Für Ihr Konto wurden zu viele Codes angefordert. Bis zu einen Tag lang werden keine weiteren gesendet, außer in Browsern, in denen Sie schon einmal angemeldet waren.',
  }),
  'password-changed': (parameters, { reset }) => ({
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: ['Das Passwort Ihres Kontos wurde geändert.'],
    facts: facts(parameters),
    link: reset,
    action: 'Passwort zurücksetzen',
    closing: [
      'Wenn Sie das nicht waren, setzen Sie Ihr Passwort umgehend zurück. Wenn Sie es waren, müssen Sie nichts tun.',
    ],
    sms: `Das Passwort Ihres Kontos wurde geändert. Wenn Sie das nicht waren, setzen Sie es jetzt zurück: ${reset}`,
  }),
  'factors-removed': (parameters) => ({
    subject: 'Ihre zweiten Faktoren wurden entfernt',
    paragraphs: ['Die zweiten Faktoren Ihres Kontos, etwa Passkeys und Authenticator-Apps, wurden entfernt.'],
    facts: facts(parameters),
    closing: ['Wenn Sie das nicht veranlasst haben, wenden Sie sich umgehend an Ihre Administration.'],
    sms: 'Die zweiten Faktoren Ihres Kontos wurden entfernt. Wenn Sie das nicht veranlasst haben, wenden Sie sich an Ihre Administration.',
  }),
  'address-changed': ({ link, until, ...parameters }) => ({
    subject: 'Eine Adresse Ihres Kontos wurde geändert',
    paragraphs: [
      'Eine E-Mail-Adresse oder Telefonnummer Ihres Kontos wurde ersetzt oder entfernt. Wenn Sie das waren, ist nichts zu tun.',
      'Wenn Sie das nicht waren, nehmen Sie die Änderung zurück: Ihre frühere Adresse wird wiederhergestellt, Sie werden überall abgemeldet und legen ein neues Passwort fest.',
    ],
    facts: facts(parameters),
    action: 'Änderung zurücknehmen',
    closing: [`Der Link ist bis ${date(until)} gültig. Leiten Sie ihn nicht weiter.`],
    sms: `Eine Adresse Ihres Kontos wurde geändert. Wenn Sie das nicht waren, nehmen Sie es bis ${date(until)} zurück: ${link}`,
  }),
  'account-deletion': ({ link, until, ...parameters }) => ({
    subject: 'Ihr Konto wird gelöscht',
    paragraphs: [
      `Ihr Konto wird am ${date(until)} gelöscht. Bis dahin kann sich niemand bei ihm anmelden. Wenn Sie das waren, ist nichts zu tun.`,
      'Wenn Sie das nicht waren oder das Konto behalten möchten, öffnen Sie den Link.',
    ],
    facts: facts(parameters),
    action: 'Konto behalten',
    closing: [`Der Link ist bis ${date(until)} gültig. Leiten Sie ihn nicht weiter.`],
    sms: `Ihr Konto wird am ${date(until)} gelöscht. Um es zu behalten, öffnen Sie vorher diesen Link: ${link}`,
  }),
  'account-changed': ({ change, ...parameters }, { reset }) => ({
    subject: 'Ihr Konto wurde geändert',
    paragraphs: [changes[change]],
    facts: facts(parameters),
    link: reset,
    action: 'Passwort zurücksetzen',
    closing: [
      'Wenn Sie das nicht waren, setzen Sie Ihr Passwort umgehend zurück und prüfen Sie, womit Sie sich anmelden. Wenn Sie es waren, müssen Sie nichts tun.',
    ],
    sms: `${changes[change]} Wenn Sie das nicht waren, setzen Sie Ihr Passwort umgehend zurück: ${reset}`,
  }),
  impersonated: ({ time, until, administratorName, applicationName }) => {
    const who = administratorName ?? 'Ein Administrator';
    return {
      subject: 'Ein Administrator handelt in Ihrem Namen',
      paragraphs: [`${who} handelt in Ihrem Namen in ${applicationName}, längstens bis ${date(until)}.`],
      facts: facts({ time }),
      closing: [
        'In den Aktivitäten Ihres Kontos sehen Sie den Grund. Bei Ihren Anwendungen können Sie es beenden.',
        'Wenn Sie das nicht erwarten, fragen Sie Ihre Administration.',
      ],
      sms: `${who} handelt in Ihrem Namen in ${applicationName}, längstens bis ${date(until)}. Den Grund sehen Sie in den Aktivitäten Ihres Kontos.`,
    };
  },
  'organization-invitation': ({ organizationName, inviterName, link, days }) => {
    const invitation = `${inviterName ?? 'Ein Administrator'} lädt Sie in die Organisation ${organizationName} ein.`;
    return {
      subject: `Einladung zu ${organizationName}`,
      paragraphs: [invitation],
      action: 'Einladung öffnen',
      closing: [`Die Einladung ist ${days === 1 ? 'einen Tag' : `${days} Tage`} lang gültig.`, unexpected],
      sms: `${invitation} ${link}`,
    };
  },
  'one-time-link': ({ link, until }) => ({
    subject: 'Ihr Link zum Anmelden',
    paragraphs: [
      'Ein Administrator hat Ihnen einen Link zum Anmelden gesendet. Öffnen Sie ihn in dem Browser, in dem Sie angemeldet sein möchten.',
    ],
    action: 'Mit diesem Link anmelden',
    closing: [
      `Der Link ist bis ${date(until)} gültig und funktioniert nur einmal. Leiten Sie ihn nicht weiter.`,
      unexpected,
    ],
    sms: `Melden Sie sich mit diesem Link an, der bis ${date(until)} gültig ist und einmal funktioniert: ${link}`,
  }),
  'connector-test': ({ time }) => ({
    subject: 'Testnachricht',
    paragraphs: [`Dies ist ein Test eines Konnektors. Er wurde am ${date(time)} gesendet.`],
    closing: [],
    sms: `Dies ist ein Test eines Konnektors, gesendet am ${date(time)}.`,
  }),
};

const unexpected = 'Wenn Sie diese Nachricht nicht erwartet haben, ignorieren Sie sie.';
const ignore = 'Wenn Sie das nicht waren, ignorieren Sie diese Nachricht.';

const at = ({ applicationName }: { applicationName?: string | undefined }): string =>
  ` bei ${applicationName ?? product}`;

function code(
  { code: digits, minutes, ...parameters }: CodeParameters,
  { subject, purpose, action }: { subject: string; purpose: string; action: string },
): MessageText {
  const validity = `Der Code ist ${minutes === 1 ? 'eine Minute' : `${minutes} Minuten`} lang gültig und funktioniert nur einmal.`;
  return {
    subject,
    paragraphs: [`Geben Sie diesen Code ein, ${purpose}:`],
    action,
    facts: facts(parameters),
    closing: [`${validity} Geben Sie ihn nicht weiter.`, ignore],
    sms: `${digits} ist Ihr Code, ${purpose}. ${validity} Wenn Sie das nicht waren, ignorieren Sie ihn.`,
  };
}

const facts = ({ time, place, device }: Partial<NoticeParameters>): Facts =>
  factsOf([
    ['Zeit', time && date(time)],
    ['Adresse', place],
    ['Browser', device],
  ]);

const format = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const date = (time: string): string => `${format.format(new Date(time))} UTC`;
