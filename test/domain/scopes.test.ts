import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grantScopes, parseScope } from '../../src/domain/oauth/scopes.ts';

const scopeToken = fc.stringMatching(/^[\x21\x23-\x5B\x5D-\x7E]{1,12}$/);

describe('a scope parameter (RFC 6749, section 3.3)', () => {
  test('is a list of distinct names, in order', () => {
    expect(parseScope('write read write')).toEqual(['write', 'read']);
  });

  test('a list of well-formed names is always accepted', () => {
    fc.assert(
      fc.property(fc.uniqueArray(scopeToken, { minLength: 1, maxLength: 8 }), (names) => {
        expect(parseScope(names.join(' '))).toEqual(names);
      }),
    );
  });

  test.each(['', ' ', 'a ', ' a', 'a  b', 'a\tb', 'a"b', 'a\\b', 'ä', 'a\nb', 'a\u0000', 'a\u007f'])(
    'is not %j',
    (text) => {
      expect(parseScope(text)).toBeUndefined();
    },
  );
});

describe('the granted scope', () => {
  test('is the part of the requested scope that is held, in the requested order', () => {
    expect(grantScopes(['c', 'x', 'a'], ['a', 'b', 'c'])).toEqual(['c', 'a']);
  });

  test('is everything held if no scope is requested, even if that is empty', () => {
    expect(grantScopes(undefined, ['a', 'b'])).toEqual(['a', 'b']);
    expect(grantScopes(undefined, [])).toEqual([]);
  });

  test('is a refusal if no requested scope is held', () => {
    expect(grantScopes(['x'], ['a'])).toBeUndefined();
  });

  test('never exceeds the held or the requested scope', () => {
    const names = fc.subarray(['a', 'b', 'c', 'd', 'e']);
    fc.assert(
      fc.property(names, names, (requested, held) => {
        const granted = grantScopes(requested, held) ?? [];
        expect(granted.every((name) => held.includes(name) && requested.includes(name))).toBe(true);
      }),
    );
  });
});
