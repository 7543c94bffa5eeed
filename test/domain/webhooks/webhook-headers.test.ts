import { describe, expect, test } from 'vitest';
import { headerProblems } from '../../../src/domain/webhooks/webhook-headers.ts';

const messages = (headers: Record<string, string>): string[] => headerProblems(headers).map(({ message }) => message);

describe('the headers of a webhook', () => {
  test.each([
    ['Authorization', 'Bearer abc.def-ghi_jkl=='],
    ['X-Api-Key', 's3cret'],
    ['x-tenant', 'a b\tc'],
    ['User-Agent', 'example/1.0 (+https://example.com)'],
    ["!#$%&'*+-.^_`|~", '"quoted", {json}'],
  ])('can be %s: %j', (name, value) => expect(headerProblems({ [name]: value })).toEqual([]));

  test('can be empty', () => expect(headerProblems({})).toEqual([]));

  const ours = [
    'Host',
    'Expect',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Connection',
    'Upgrade',
    'Keep-Alive',
    'Accept-Encoding',
  ];
  const families = [
    'Content-Length',
    'Content-Type',
    'content-encoding',
    'CONTENT-ANYTHING',
    'Proxy-Authorization',
    'proxy-connection',
  ];
  const signed = ['webhook-id', 'Webhook-Signature', 'WEBHOOK-timestamp', 'webhook-other', 'HTTP2-Settings'];
  test.each([...ours, ...families, ...signed])('never set %s, in any spelling', (name) => {
    for (const spelling of [name, name.toLowerCase(), name.toUpperCase()])
      expect(headerProblems({ [spelling]: 'a' })).toEqual([
        { path: [spelling], code: 'INVALID_VALUE', message: 'The platform sets this header.' },
      ]);
  });

  const notNames = [
    '',
    ' ',
    'a b',
    'a:',
    ':path',
    'a\r\nb',
    'a\nb',
    'a\0',
    'é',
    'Ⅹ-a',
    'a(b)',
    'a"',
    'a/b',
    'a[0]',
    'a{',
    'a\t',
    'K\u212a',
  ];
  test.each(notNames)('cannot have the name %j', (name) =>
    expect(messages({ [name]: 'a' })).toEqual(['Must be a valid header name.']),
  );

  const notValues = [
    '',
    ' ',
    ' a',
    'a ',
    '\ta',
    'a\t',
    'a\r\nHost: b',
    'a\nb',
    'a\rb',
    'a\0b',
    'a\x7f',
    'a\x1b',
    'é',
    'ÿ',
    '\u2028',
    '🦊',
    'a\u0100',
  ];
  test.each(notValues)('cannot have the value %j', (value) =>
    expect(messages({ 'x-a': value })).toEqual([
      'The value must be visible ASCII characters, with spaces and tabs only between them.',
    ]),
  );

  test('have unique names, compared without case', () => {
    expect(headerProblems({ 'X-A': '1', 'x-a': '2', 'x-b': '3' }).map(({ path }) => path)).toEqual([['X-A'], ['x-a']]);
  });

  test('have limits: number, length of each, total length', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'a']));
    expect(messages(many(20))).toEqual([]);
    expect(headerProblems(many(21))).toEqual([
      { path: [], code: 'TOO_LONG', message: 'Must be at most 20 headers.', maximum: 20 },
    ]);
    expect(messages({ ['x'.repeat(64)]: 'a'.repeat(4096) })).toEqual([]);
    expect(messages({ ['x'.repeat(65)]: 'a' })).toEqual(['The name must be at most 64 characters.']);
    expect(messages({ x: 'a'.repeat(4097) })).toEqual(['The value must be at most 4096 characters.']);
    const long = { a: 'a'.repeat(4000), b: 'b'.repeat(4000) };
    expect(headerProblems(long)).toEqual([
      { path: [], code: 'TOO_LONG', message: 'Must be at most 6144 characters in total.', maximum: 6144 },
    ]);
  });

  test('are not repeated in an error, because their values can be secrets', () => {
    expect(JSON.stringify(headerProblems({ 'x-a': 's3cret\n', host: 's3cret', 'b b': 's3cret' }))).not.toContain(
      's3cret',
    );
  });
});
