import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { passwordSchema } from '../../../src/domain/people/identifiers.ts';
import { contextWords, passwordMessage, passwordProblem } from '../../../src/domain/people/password-policy.ts';

const common = new Set(['password', 'iloveyou', '1qaz2wsx', 'password1']);
const isCommon = (text: string): boolean => common.has(text);
const user = {
  username: 'countess',
  email: 'ada.lovelace+id@mail.example.com',
  phone: '+4930901820',
  name: 'Ada Lovelace',
};
const words = contextWords({ names: ['Order Desk'], user });

describe('a new password', () => {
  test.each([
    'correct horse',
    'pass word',
    'passwords of mine',
    'Zwölf Boxkämpfer',
    '密码很长很难猜到吗',
    ' password of spaces ',
  ])('can be %j', (password) => expect(passwordProblem(password, { words, isCommon })).toBeUndefined());

  test.each([
    'password',
    'PassWord',
    'ｐａｓｓｗｏｒｄ',
    'password!',
    '2026Password',
    '!!password19',
    'ILoveYou.2026',
    '1QAZ2wsx',
  ])('cannot be a common one, in any case, with a few digits or punctuation marks: %j', (password) =>
    expect(passwordProblem(password, { words, isCommon })).toBe('common'),
  );

  it('can contain a common one', () => {
    for (const password of ['password of mine', 'mypassword', 'password 9481725', '94817password25']) {
      expect(passwordProblem(password, { isCommon })).toBeUndefined();
    }
  });

  test.each([
    'lovelace',
    'AdaLovelace',
    'Lovelace-Ada',
    'ada.lovelace1815',
    'ada.lovelace+id@mail.example.com',
    'countess!2026',
    'Mandate1',
    'mandate-mandate',
    'OrderDesk!',
    'desk order ada',
    '+4930901820',
    '4930901820',
    'example.com',
  ])('cannot consist of names and addresses that belong to the account: %j', (password) =>
    expect(passwordProblem(password, { words, isCommon })).toBe('contextual'),
  );

  test.each(['adamant1', 'lovelace and babbage', 'ada ada 94817250', 'my mandate'])(
    'can contain such a name: %j',
    (password) => expect(passwordProblem(password, { words, isCommon })).toBeUndefined(),
  );

  it('has at least as many characters as the policy requires, however they are encoded', () => {
    expect(passwordProblem('😀😀😀😀', {})).toBe('too-short');
    expect(passwordProblem('correct horse', { policy: { minimumLength: 14 } })).toBe('too-short');
    expect(passwordMessage('too-short', { minimumLength: 14 })).toBe('Must have at least 14 characters.');
    expect(passwordProblem('x'.repeat(257), {})).toBe('too-long');
    expect(passwordProblem('secret\0word', {})).toBe('unstorable');
  });

  it('is one that administrators can set as well', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (password) => {
        const isRefused = passwordProblem(password, { words, isCommon }) !== undefined;
        expect(isRefused || passwordSchema.safeParse(password).success).toBe(true);
      }),
    );
  });
});

it('names that are missing or very short add no words', () => {
  expect(contextWords({ names: [null, undefined, ''], user: { name: 'Li Wu', email: null } })).toEqual([
    'mandate',
    'li wu',
    'liwu',
  ]);
  expect(passwordProblem('a b c d e f', { words: contextWords({ user: { name: 'a b c d' } }) })).toBeUndefined();
});
