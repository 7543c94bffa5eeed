import { count, plural } from '../../../words/de-numbers.ts';
import { reasonOf } from '../../../words/de-reasons.ts';
import type { Reason } from '../../../words/en-reasons.ts';
import type { Texts } from './en.ts';

const rows = (number: number): string => plural(number, 'Zeile', 'Zeilen');

const interruptionOf = (reason: Reason | null): string =>
  reason === null ? 'Die Verbindung brach ab.' : reasonOf(reason);

/** The texts of the import of users in German. */
export const texts: Texts = {
  title: 'Benutzer importieren',
  text: 'Aus jeder Zeile wird ein Benutzer. Bevor der Import beginnt, wird nichts gespeichert.',
  file: 'Datei wählen',
  remove: 'Datei entfernen',
  paste: 'Oder Zeilen einfügen',
  formats: 'CSV mit den Namen der Felder in der ersten Zeile, eine Liste in JSON oder ein JSON-Objekt pro Zeile.',
  trying: (number) => `${rows(number)}: wird ausprobiert, ohne etwas zu speichern…`,
  fine: (tried, total) =>
    tried < total
      ? `Die ersten ${count.format(tried)} von ${count.format(total)} Zeilen lassen sich importieren.`
      : `${rows(total)}, ohne Probleme.`,
  problems: (failed, tried, total) =>
    tried < total
      ? `${count.format(failed)} der ersten ${count.format(tried)} Zeilen würden abgelehnt, von insgesamt ${count.format(total)}.`
      : `${count.format(failed)} von ${count.format(total)} Zeilen würden abgelehnt.`,
  start: (number) => `${rows(number)} importieren`,
  stop: 'Anhalten',
  goOn: 'Fortsetzen',
  progress: (amount, total) => `${count.format(amount)} von ${count.format(total)} Zeilen`,
  stopped: 'Angehalten.',
  ended: 'Beendet.',
  created: (number) => `${count.format(number)} angelegt`,
  refused: (number) => `${count.format(number)} abgelehnt`,
  wouldBeRefused: 'Zeilen, die abgelehnt würden',
  failures: 'Abgelehnte Zeilen',
  line: (number) => `Zeile ${count.format(number)}`,
  more: (number) => `und ${count.format(number)} weitere`,
  saveFailed: 'Abgelehnte Zeilen speichern',
  interrupted: (reason) => `Der Import wurde unterbrochen. ${interruptionOf(reason)}`,
  untried: (reason) => `Die Zeilen ließen sich nicht ausprobieren. ${interruptionOf(reason)}`,
  uncertain:
    'Von den nächsten Zeilen, höchstens 500, können einige schon angelegt sein. Wenn Sie binnen 24 Stunden fortsetzen, wird kein Benutzer doppelt angelegt.',
};
