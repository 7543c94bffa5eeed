import { describe, expect, test } from 'vitest';
import { emailSchema, passwordSchema, phoneSchema, usernameSchema } from '../../../src/domain/people/identifiers.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;
const long = (part: string, count: number) => part.repeat(count);

describe('an email address', () => {
  test('is stored in normalized form, so that each address has one account', () => {
    for (const spelling of ['ada@example.com', ' ADA@Example.COM ', 'ａｄａ@example.com', '\tada@example.com\n']) {
      expect(emailSchema.parse(spelling)).toBe('ada@example.com');
    }
  });

  test.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'a b@example.com',
    'ada@example',
    'a\0@example.com',
    '\ud800@example.com',
    `${long('a', 250)}@example.com`,
    null,
    1,
  ])('is not %j', (text) => expect(accepts(emailSchema, text)).toBe(false));
});

describe('a username', () => {
  test('is stored in normalized form', () => {
    expect(usernameSchema.parse(' Ada.Lovelace-1 ')).toBe('ada.lovelace-1');
    expect(usernameSchema.parse('ＡＤＡ')).toBe('ada');
  });

  test.each(['', 'a@b', '1ada', 'a b', 'ädä', 'a\0', 'а', long('a', 129), '.a', '-a', 'a/b'])('is not %j', (text) =>
    expect(accepts(usernameSchema, text)).toBe(false),
  );
});

describe('a phone number', () => {
  test('is written in E.164', () => {
    expect(['+4930901820', '+12025550123', '+123456'].every((text) => accepts(phoneSchema, text))).toBe(true);
    const bad = [
      '030901820',
      '4930901820',
      '+0930901820',
      '+49 30 901820',
      '+12345',
      '+1234567890123456',
      '+٤٩٣٠٩٠١٨٢٠',
      '+4930901820\n',
      '',
    ];
    expect(bad.filter((text) => accepts(phoneSchema, text))).toEqual([]);
  });
});

describe('a password', () => {
  test('has 8 to 256 characters of any kind', () => {
    expect(
      ['12345678', 'пароль пароль', '😀😀😀😀😀😀😀😀', long('x', 256)].every((text) => accepts(passwordSchema, text)),
    ).toBe(true);
    const bad = ['1234567', '😀😀😀😀', long('x', 257), '1234567\0', '1234567\ud800', 12_345_678, null];
    expect(bad.filter((text) => accepts(passwordSchema, text))).toEqual([]);
  });
});
