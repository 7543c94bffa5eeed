import { describe, expect, test } from 'vitest';
import {
  descriptionSchema,
  idSchema,
  idsSchema,
  isStorable,
  nameSchema,
  webAddressSchema,
} from '../../src/domain/text.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('a text', () => {
  test('can be stored unless it contains U+0000 or an unpaired surrogate', () => {
    expect(['', 'a', 'ü', '😀', '\u0001', '\uffff'].every(isStorable)).toBe(true);
    expect(['\0', 'a\0', '\ud83d', 'a\ude00b', '\ude00\ud83d'].some(isStorable)).toBe(false);
  });
});

describe('a name', () => {
  test('is one line of 1 to 128 characters, trimmed', () => {
    expect(nameSchema.parse('  Ada Lovelace ')).toBe('Ada Lovelace');
    expect(accepts(nameSchema, 'x'.repeat(128))).toBe(true);
    for (const bad of ['', '   ', 'x'.repeat(129), 'a\nb', 'a\tb', 'a\u0085b', 'a\0', '\ud800', 1, null]) {
      expect(accepts(nameSchema, bad)).toBe(false);
    }
  });
});

describe('a description', () => {
  test('can be empty or have several lines, up to 1024 characters', () => {
    expect(descriptionSchema.parse(' a\nb ')).toBe('a\nb');
    expect(accepts(descriptionSchema, '')).toBe(true);
    expect(accepts(descriptionSchema, 'x'.repeat(1025))).toBe(false);
  });
});

describe('an id', () => {
  test('has up to 64 visible ASCII characters', () => {
    for (const good of ['user_01h455vb4pex5vsknk084sn02q', 'nothing', "'; DROP TABLE users", 'x'.repeat(64)]) {
      expect(accepts(idSchema(), good)).toBe(!good.includes(' '));
    }
    for (const bad of ['', ' ', 'x'.repeat(65), 'a\n', 'a\0', 'ü']) expect(accepts(idSchema(), bad)).toBe(false);
  });

  test('is in lists of at most 10,000', () => {
    expect(accepts(idsSchema(), [])).toBe(true);
    expect(accepts(idsSchema(), Array(10_001).fill('a'))).toBe(false);
  });
});

describe('a web address', () => {
  test('is http or https, and never a script or a local file', () => {
    for (const good of [
      'https://a.example',
      'http://a.example/b?c#d',
      'HTTPS://a.example',
      'https://bücher.example/ü',
    ]) {
      expect(accepts(webAddressSchema, good)).toBe(true);
    }
    const scripts = ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', ' javascript:alert(1)'];
    const malformed = [
      '',
      'a.example',
      '//a.example',
      'https://',
      'https://a b',
      'https:a.example',
      'https://a.example/\0',
      'https://[',
      'https://a\n.example',
    ];
    for (const bad of [...scripts, ...malformed, `https://a.example/${'x'.repeat(2048)}`]) {
      expect(accepts(webAddressSchema, bad)).toBe(false);
    }
  });
});

test('the length of a name is that of its form NFC, in which it is stored', () => {
  const decomposed = '한'.repeat(128).normalize('NFD');
  expect(nameSchema.parse(decomposed)).toBe('한'.repeat(128));
  // U+0958 is two characters in the form NFC.
  expect(nameSchema.safeParse('\u0958'.repeat(64)).success).toBe(true);
  expect(nameSchema.safeParse('\u0958'.repeat(65)).success).toBe(false);
});
