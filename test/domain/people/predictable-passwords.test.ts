import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { passwordProblem } from '../../../src/domain/people/password-policy.ts';

const common = new Set(['hunter', 'welcome123']);
const isCommon = (text: string): boolean => common.has(text);
const problemOf = (password: string) => passwordProblem(password, { isCommon });

describe('a new password cannot be', () => {
  test.each([
    'aaaaaaaa',
    '--------',
    'abababab',
    'ABababAB',
    '12312312',
    'x7Kqx7Kq',
    '😀😀😀😀😀😀😀😀',
    '密码密码密码密码',
  ])('one repeated unit: %j', (password) => expect(problemOf(password)).toBe('predictable'));

  test.each(['        ', ' \t \t\t   ', '\u3000\u2003 \u00a0    \t'])(
    'white space alone is predictable: %j',
    (password) => expect(problemOf(password)).toBe('predictable'),
  );

  test.each([
    'abcdefgh',
    'ABCDEFGH',
    '87654321',
    '01234567',
    '9876543210',
    'абвгдежз',
    '１２３４５６７８９',
    'aaaabbbb',
    'abcd4321',
  ])('a run by code point: %j', (password) => expect(problemOf(password)).toBe('predictable'));

  test.each([
    'qwertzui',
    'poiuytre',
    'Azertyuiop',
    'asdfghjk',
    '1234567890',
    '!@#$%^&*',
    'qwer1234',
    '1qaz2wsx',
    '3edc!QAZ',
    'йцукенгш',
    'ZXCVBNM<>?',
    '}{POIUYT',
    'ASDFGHJKL:"',
    'YXCVBNM;:_',
    'WXCVBN?./§',
    'qwertyuiopå',
    'asdfghjklñ',
  ])('runs along a keyboard: %j', (password) => expect(problemOf(password)).toBe('predictable'));

  test.each([
    'Berlin2026',
    'hunter2024',
    'Sommer2026!',
    'berlin-1999',
    'Fall 2024',
    'April1984',
    'März.2030',
    'München2026',
    'Zürich2099',
    'NewYork1900',
    'San José 2024',
  ])('a common password, a season, a month or a city, then a year and at most one sign: %j', (password) =>
    expect(problemOf(password)).toBe('predictable'),
  );

  // The list lacks these, though they are as common.
  test.each(['aaaaaa2024', '121212.1999', 'Qwertz2024!', 'abcdef-2024', '654321 2019'])(
    'a repetition or a run, then a year and at most one sign: %j',
    (password) => expect(problemOf(password)).toBe('predictable'),
  );

  it('a common one and signs after it', () => expect(problemOf('Welcome123!?')).toBe('common'));
});

describe('a new password can', () => {
  test.each([
    'summer in berlin 2024',
    'hunter and gatherer 1984',
    'Berlin2026Hamburg',
    'Berlin!2026!',
    'Berlin2100',
    'Berlin1899',
  ])('contain such a word and a year: %j', (password) => expect(problemOf(password)).toBeUndefined());

  test.each(['correct horse', 'abcdefgh moon', 'qwertz-maus', 'aaaaaaab7', 'stuvexyz', 'ab ab ab b'])(
    'contain a run or a repetition: %j',
    (password) => expect(problemOf(password)).toBeUndefined(),
  );

  it('be any random one', () => {
    const random = fc.stringMatching(/^[a-zA-Z0-9]{14}$/);
    fc.assert(
      fc.property(random, (password) => {
        expect(problemOf(password)).toBeUndefined();
      }),
    );
  });
});
