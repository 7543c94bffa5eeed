import { describe, expect, test } from 'vitest';
import { accessTokenTtlSchema, indicatorSchema, scopeNameSchema } from '../../../src/domain/oauth/api-resource.ts';

describe('a resource indicator (RFC 8707 §2)', () => {
  test.each([
    'https://api.example.com',
    'https://api.example.com/v1?tenant=a',
    'urn:example:api',
    'api:orders',
    'http://localhost:3000/api',
  ])('can be %s', (text) => expect(indicatorSchema.safeParse(text).success).toBe(true));
  const relative = ['', '/api', 'api.example.com', '//api.example.com'];
  const odd = [
    'https://api.example.com/#a',
    'https://api.example.com#',
    'https://a b',
    ' https://a.example',
    'https://a.example/\0',
    'https://ä.example',
    `https://a.example/${'x'.repeat(2048)}`,
    null,
  ];
  test.each([...relative, ...odd])('cannot be %j', (text) =>
    expect(indicatorSchema.safeParse(text).success).toBe(false),
  );
});

describe('the token lifetime', () => {
  test('is a whole number of seconds, from 1 to a day', () => {
    expect([1, 3600, 86_400].every((ttl) => accessTokenTtlSchema.safeParse(ttl).success)).toBe(true);
    expect(
      [0, -1, 86_401, 1.5, '60', Number.NaN, null].filter((ttl) => accessTokenTtlSchema.safeParse(ttl).success),
    ).toEqual([]);
  });
});

describe('the name of a scope (RFC 6749 §3.3)', () => {
  test.each(['read', 'orders:read', 'https://a.example/scope', '!', '#[]~', 'x'.repeat(128)])('can be %s', (name) =>
    expect(scopeNameSchema.safeParse(name).success).toBe(true),
  );
  test.each(['', ' ', 'a b', 'a ', ' a', 'a"b', 'a\\b', 'ä', 'a\tb', 'a\n', 'a\0', 'a\u007f', 'x'.repeat(129), null])(
    'cannot be %j',
    (name) => expect(scopeNameSchema.safeParse(name).success).toBe(false),
  );
});
