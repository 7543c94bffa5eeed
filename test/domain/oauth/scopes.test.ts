import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grantScopes, parseScope } from '../../../src/domain/oauth/scopes.ts';

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

const held = (...names: string[]) => ({ names, reason: 'not held' });

describe('the granted scope', () => {
  test('is the part of the requested scope that is held, in the requested order', () => {
    expect(grantScopes(['c', 'x', 'a'], held('a', 'b', 'c'))).toEqual({ granted: ['c', 'a'] });
  });

  test('is everything held if no scope is requested, even if that is empty', () => {
    expect(grantScopes(undefined, held('a', 'b'))).toEqual({ granted: ['a', 'b'] });
    expect(grantScopes(undefined, held())).toEqual({ granted: [] });
  });

  test('is a refusal if no requested scope is held', () => {
    expect(grantScopes(['x'], held('a'))).toEqual({ reason: 'not held' });
  });

  test('is what every further rule leaves, and the first rule that leaves nothing of a request is the reason', () => {
    const only = (...names: string[]) => ({
      reason: `not ${names.join()}`,
      lets: (name: string) => names.includes(name),
    });
    const rules = [only('a', 'b'), only('b', 'c')];
    expect(grantScopes(['c', 'b', 'a'], held('a', 'b', 'c'), rules)).toEqual({ granted: ['b'] });
    expect(grantScopes(['c'], held('a', 'b', 'c'), rules)).toEqual({ reason: 'not a,b' });
    expect(grantScopes(['a'], held('a', 'b', 'c'), rules)).toEqual({ reason: 'not b,c' });
    expect(grantScopes(['x'], held('a'), rules)).toEqual({ reason: 'not held' });
    expect(grantScopes(undefined, held('a', 'c'), rules)).toEqual({ granted: [] });
  });

  test('never exceeds the held or the requested scope', () => {
    const names = fc.subarray(['a', 'b', 'c', 'd', 'e']);
    fc.assert(
      fc.property(names, names, (requested, own) => {
        const result = grantScopes(requested, held(...own));
        const granted = 'granted' in result ? result.granted : [];
        expect(granted.every((name) => own.includes(name) && requested.includes(name))).toBe(true);
      }),
    );
  });
});
