import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, findRepeatedMember, findUnacceptable } from '../../src/domain/json-text.ts';

describe('a repeated member', () => {
  it.each([
    ['{"a":1,"a":1}', ['a']],
    ['{"a":1,"b":{"c":[{"d":1},{"d":1,"e":2,"d":3}]}}', ['b', 'c', 1, 'd']],
    [String.raw`{"a":1,"\u0061":2}`, ['a']],
    [String.raw`{"\"":1,"\\":2,"\"":3}`, ['"']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    ['{"":1,"":2}', ['']],
    [' { "a" : { } , "b" : [ ] , "a" : "{" } ', ['a']],
    ['[[],{"a":{"b":1,"b":2}}]', [1, 'a', 'b']],
  ])('is found with its path: %s', (text, path) => {
    expect(findRepeatedMember(text)?.path).toEqual(path);
  });

  it('is not confused with the same name elsewhere, as a value, or inside a string', () => {
    for (const text of [
      '{"a":{"a":1},"b":{"a":1}}',
      '{"a":"a","b":["a","a"]}',
      '{"a":"\\"a\\":1,\\"a\\":2"}',
      '["a","a"]',
      '"a"',
      '0',
    ]) {
      expect(findRepeatedMember(text)).toBeUndefined();
    }
  });

  it('is never found in the output of JSON.stringify, and always if a member of it is repeated', () => {
    fc.assert(fc.property(fc.json(), (text) => findRepeatedMember(text) === undefined));
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { minKeys: 1 }), (members) => {
        const texts = Object.entries(members).map(
          ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
        );
        const repeated = `{${texts.join(',')},${texts[0]}}`;
        expect(findRepeatedMember(repeated)?.path).toEqual([Object.keys(members)[0]?.slice(0, 64)]);
      }),
    );
  });

  it('is found in a text of any depth and length', () => {
    const deep = 200_000;
    expect(findRepeatedMember(`${'['.repeat(deep)}${']'.repeat(deep)}`)).toBeUndefined();
    expect(findRepeatedMember(`{"a":"${'x'.repeat(1_000_000)}","a":1}`)?.path).toEqual(['a']);
  });
});

describe('a value that cannot be stored', () => {
  it.each([
    [{ a: ['x', 'b\0'] }, ['a', 1]],
    [{ a: { b: '\ud800' } }, ['a', 'b']],
    [{ a: { 'b\0': 1 } }, ['a']],
  ])('is found with its path: %j', (value, path) => {
    expect(findUnacceptable(value)?.path).toEqual(path);
  });

  it('includes one that is nested deeper than any input', () => {
    const nested = (depth: number): unknown => (depth ? [nested(depth - 1)] : 'x');
    expect(findUnacceptable(nested(64))).toBeUndefined();
    expect(findUnacceptable(nested(66))?.message).toBe('Nested too deeply.');
  });
});

describe('canonical JSON', () => {
  it('is the same for the same value, in whatever order its members come', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, part]) => [name, reversed(part)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('differs for other values: the order of a list, a null, a type, a nesting', () => {
    const texts = [{ a: [1, 2] }, { a: [2, 1] }, { a: null }, {}, { a: '1' }, { a: 1 }, { a: { a: 1 } }].map(
      canonicalJson,
    );
    expect(new Set(texts).size).toBe(texts.length);
    expect(canonicalJson({ b: 1, a: undefined })).toBe('{"b":1}');
  });
});
