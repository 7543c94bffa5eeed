import querystring from 'node:querystring';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFormParser } from '../../src/oidc/fast-path/token-form.ts';

/** oidc-provider's result for the same body: repeated names become lists, empty values are absent. */
const asTheLibrary = (body: string) =>
  Object.fromEntries(Object.entries(querystring.parse(body)).filter(([, value]) => value !== ''));
/** The result of browsers and of the WHATWG URL standard. */
const asTheStandard = (body: string) => Object.fromEntries([...new URLSearchParams(body)].filter(([, value]) => value));

const names = [
  'grant_type',
  'scope',
  'resource',
  'audience',
  'subject_token',
  'client_id',
  'client_secret',
  'actor_token',
];
const parseTokenForm = createFormParser(names);
const name = fc.constantFrom(...names);
/** Fragments of forms, well-formed and malformed. */
const piece = fc.oneof(
  fc.constantFrom(
    '&',
    '=',
    '+',
    '%',
    '%2',
    '%20',
    '%00',
    '%0A',
    '%C3%A4',
    '%C3',
    '%ED%A0%80',
    '%zz',
    'a',
    'ä',
    ' ',
    '\0',
    ';',
    '[]',
  ),
  name,
  fc.string({ maxLength: 4 }),
);
const body = fc.oneof(
  fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join('')),
  fc.array(fc.tuple(name, fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 6 }).map((pairs) => {
    return new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, value.toWellFormed()])).toString();
  }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

describe('the form parser of the fast path', () => {
  test('reads what clients send', () => {
    expect(parseTokenForm('grant_type=a%3Ab&scope=x+y%20z&audience=&client_id=app')).toEqual({
      grant_type: 'a:b',
      scope: 'x y z',
      client_id: 'app',
    });
  });

  test('either agrees with oidc-provider and the URL standard on a body, or rejects it', () => {
    let understood = 0;
    const property = fc.property(body, (text) => {
      const form = parseTokenForm(text);
      if (form === undefined) return;
      understood += 1;
      expect(form).toEqual(asTheLibrary(text));
      expect(form).toEqual(asTheStandard(text));
    });
    fc.assert(property, { numRuns: 20_000, seed: 6749 });
    expect(understood).toBeGreaterThan(1000);
  });

  test('reads every encoded form of known parameters, unless it contains U+0000', () => {
    const value = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map((text) => text.toWellFormed());
    const fields = fc.dictionary(name, value, { minKeys: 1 });
    const property = fc.property(fields, (form) => {
      const read = parseTokenForm(new URLSearchParams(form).toString());
      expect(read).toEqual(Object.values(form).join('').includes('\0') ? undefined : { ...form });
    });
    fc.assert(property, { numRuns: 5000, seed: 6749 });
  });

  test.each([
    ['an unknown parameter', 'grant_type=a&color=blue'],
    ['a repeated parameter', 'scope=a&scope=b'],
    ['a repeated parameter without values', 'scope=&scope='],
    ['a parameter without an equals sign', 'scope'],
    ['an escaped name', 'sc%6Fpe=a'],
    ['nothing between two ampersands', 'scope=a&&resource=b'],
    ['nothing at all', ''],
    ['a broken escape', 'scope=%'],
    ['an escape that is not UTF-8', 'scope=%FF'],
    ['U+0000', 'scope=%00'],
    ['a byte beyond ASCII', 'scope=\u00e4'],
    ['a control character', 'scope=a\n'],
    ['a name that every object has', 'toString=a'],
    ['a name that sets prototypes', '__proto__=a'],
  ])('leaves %s to the library', (_what, text) => {
    expect(parseTokenForm(text)).toBeUndefined();
  });
});
