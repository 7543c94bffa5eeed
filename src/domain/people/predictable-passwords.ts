import { dateWords } from './date-words.ts';

/** Whether a text in lower case is in the list of common passwords. */
export type IsCommon = (text: string) => boolean;

/**
 * Whether a password, in its normal form and lower case, follows a pattern that attackers try first (NIST SP 800-63B
 * §3.1.1.2): it repeats itself, consists of runs, or is one word and a year.
 */
export const isPredictable = (form: string, isCommon: IsCommon): boolean =>
  form.trim() === '' || isPattern(form) || isWordWithYear(form, isCommon);

function isPattern(form: string): boolean {
  const characters = Array.from(form);
  return isRepeated(characters) || hasRunsOnly(characters);
}

/** Whether all is one unit, which is repeated, perhaps not whole at the end: "12312312". */
function isRepeated(characters: readonly string[]): boolean {
  for (let period = 1; period <= characters.length / 2; period++) {
    if (characters.every((character, index) => index < period || character === characters[index - period])) return true;
  }
  return false;
}

/**
 * Rows of keyboards (US, German, French, Spanish, Nordic and Russian; with and without Shift), and columns of digits
 * and letters.
 */
const keyRows = [
  '`1234567890-=',
  '~!@#$%^&*()_+',
  '^1234567890ß´',
  '°!"§$%&/()=?`',
  'qwertyuiop[]\\',
  'qwertyuiop{}|',
  'qwertyuiopå',
  'qwertzuiopü+',
  'qwertzuiopü*',
  'azertyuiop^$',
  "asdfghjkl;'",
  'asdfghjkl:"',
  "asdfghjklöä#'",
  'asdfghjklñ',
  'asdfghjkløæ',
  'asdfghjklæø',
  'qsdfghjklmù*',
  'qsdfghjklm%',
  'zxcvbnm,./',
  'zxcvbnm<>?',
  'yxcvbnm,.-',
  'yxcvbnm;:_',
  'wxcvbn,;:!',
  'wxcvbn?./§',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  ...'1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 0p;/ 1qay 2wsx !qaz @wsx #edc $rfv %tgb'.split(' '),
];
const lines = keyRows.flatMap((row) => [row, Array.from(row).reverse().join('')]);
/** Fewer characters in a row occur in words. */
const shortestRun = 3;

/** Whether all is made of runs along a keyboard or by code point, in either direction or on the spot: "abcd4321". */
function hasRunsOnly(characters: readonly string[]): boolean {
  for (let start = 0; start < characters.length; ) {
    const length = Math.max(runByCodePoint(characters, start), runOfKeys(characters, start));
    if (length < shortestRun) return false;
    start += length;
  }
  return true;
}

/** The number of characters from `start` on whose code points have the same distance of at most 1. */
function runByCodePoint(characters: readonly string[], start: number): number {
  const pointAt = (index: number) => characters[index]?.codePointAt(0) ?? NaN;
  const step = pointAt(start + 1) - pointAt(start);
  if (!(Math.abs(step) <= 1)) return 1;
  let end = start + 1;
  while (pointAt(end) - pointAt(end - 1) === step) end += 1;
  return end - start;
}

/** The number of characters from `start` on that are next to each other on a keyboard. */
function runOfKeys(characters: readonly string[], start: number): number {
  const isLine = (length: number) => {
    const text = characters.slice(start, start + length).join('');
    return lines.some((line) => line.includes(text));
  };
  let length = 1;
  while (start + length < characters.length && isLine(length + 1)) length += 1;
  return length;
}

const withYear = /^(.+?)(?:[^\p{L}\p{N}]?(?:19|20)\d\d|(?:19|20)\d\d[^\p{L}\p{N}])$/su;

/**
 * Whether it is a common password, a season, a month or a city, then a year of 1900 to 2099, and at most one sign. The
 * list of common passwords lacks repetitions and runs (platform/passwords/common-passwords.ts).
 */
function isWordWithYear(form: string, isCommon: IsCommon): boolean {
  const [, word] = withYear.exec(form) ?? [];
  return word !== undefined && (isCommon(word) || isPattern(word) || dateWords.has(plainForm(word)));
}

/** Without diacritics, spaces and hyphens, as in date-words.ts: "san josé" as "sanjose". */
const plainForm = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M} -]/gu, '')
    .replaceAll('ß', 'ss');
