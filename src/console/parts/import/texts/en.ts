import { count, plural } from '../../../words/en-numbers.ts';
import { type Reason, reasonOf } from '../../../words/en-reasons.ts';
import type { Widened } from '../../../words/widened.ts';

const rows = (number: number): string => plural(number, 'row', 'rows');

const interruptionOf = (reason: Reason | null): string =>
  reason === null ? 'The connection was lost.' : reasonOf(reason);

/** The texts of the import of users in English, loaded with its dialog. */
export const texts = {
  title: 'Import users',
  text: 'Each row becomes a user. Nothing is stored before the import begins.',
  file: 'Choose a file',
  remove: 'Remove the file',
  paste: 'Or paste rows',
  formats: 'CSV with the names of the fields in its first line, a list in JSON, or one JSON object per line.',
  trying: (number: number) => `Trying ${rows(number)} without storing anything…`,
  fine: (tried: number, total: number) =>
    tried < total
      ? `The first ${count.format(tried)} of ${rows(total)} can be imported.`
      : `${rows(total)}, without problems.`,
  problems: (failed: number, tried: number, total: number) =>
    tried < total
      ? `${count.format(failed)} of the first ${rows(tried)} would be refused, of ${count.format(total)} in all.`
      : `${count.format(failed)} of ${rows(total)} would be refused.`,
  start: (number: number) => `Import ${rows(number)}`,
  stop: 'Stop',
  goOn: 'Continue',
  progress: (amount: number, total: number) => `${count.format(amount)} of ${rows(total)}`,
  stopped: 'Stopped.',
  ended: 'Finished.',
  created: (number: number) => `${count.format(number)} created`,
  refused: (number: number) => `${count.format(number)} refused`,
  wouldBeRefused: 'Rows that would be refused',
  failures: 'Refused rows',
  line: (number: number) => `Line ${count.format(number)}`,
  more: (number: number) => `and ${count.format(number)} more`,
  saveFailed: 'Save the refused rows',
  interrupted: (reason: Reason | null) => `The platform did not finish. ${interruptionOf(reason)}`,
  untried: (reason: Reason | null) => `The rows could not be tried. ${interruptionOf(reason)}`,
  uncertain:
    'Some of the next rows, 500 at most, may have been created. Continue within 24 hours: no user is created twice.',
};

export type Texts = Widened<typeof texts>;
