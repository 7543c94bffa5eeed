import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/domain/failure.ts';
import { jsonObjectSchema, mergePatch, patched } from '../../src/domain/json.ts';

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
const accepts = (value: unknown) => jsonObjectSchema.safeParse(value).success;

describe('a JSON object', () => {
  test('has at most 16 levels', () => {
    expect(accepts(nested(16))).toBe(true);
    expect(accepts(nested(17))).toBe(false);
    expect(accepts({ a: [[[[[[[[[[[[[[[1]]]]]]]]]]]]]]] })).toBe(true);
    expect(accepts({ a: [[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]] })).toBe(false);
  });

  test('has at most 64 KiB', () => {
    expect(accepts({ a: 'x'.repeat(65_536 - 8) })).toBe(true);
    expect(accepts({ a: 'x'.repeat(65_536 - 7) })).toBe(false);
    expect(accepts({ a: 'ü'.repeat(40_000) })).toBe(false);
  });

  test('contains no string or name that PostgreSQL cannot store', () => {
    const bad = [{ a: '\0' }, { '\0': 1 }, { a: [{ b: '\ud800' }] }, { '\ud800': 1 }];
    const noJson = [{ a: Number.NaN }, { a: Number.POSITIVE_INFINITY }, { a: undefined }, { a: 1n }, { a: () => 1 }];
    for (const value of [...bad, ...noJson, [], 'a', null, 1]) expect(accepts(value)).toBe(false);
  });

  test('can contain the escape sequences of such characters as text', () => {
    expect(accepts({ a: '\\u0000', b: '\\ud800' })).toBe(true);
  });

  test('contains no name that JSON escapes', () => {
    for (const name of ['"', 'C:\\', 'two\nlines', '\u001f']) expect(accepts({ list: [{ [name]: 1 }] })).toBe(false);
    for (const name of ['', 'größe', "it's", 'a/b', '\u007f', '\u2028', '😀'])
      expect(accepts({ [name]: 1 })).toBe(true);
  });

  test('has the names of its text or is refused, even if JSON.parse confuses them with those of another text', () => {
    JSON.parse(String.raw`{"size":1,"gr\\u0":2}`);
    const { success, data } = jsonObjectSchema.safeParse(JSON.parse(String.raw`{"size":1,"gr\u00f6\u00dfe":2}`));
    expect(success ? data : 'refused').toEqual(success ? { size: 1, größe: 2 } : 'refused');
  });

  test('equals the value that the database returns, whatever the kind of object', () => {
    const odd = Object.assign(Object.create(null) as object, { a: -0, list: [Object.create(null)] });
    const parsed = jsonObjectSchema.parse(odd);
    expect(parsed).toStrictEqual({ a: 0, list: [{}] });
  });
});

// RFC 7396, appendix A: original, patch, result; only patches that are objects.
const appendix: [unknown, Record<string, unknown>, unknown][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [['a', 'b'], { a: 'b' }, { a: 'b' }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

describe('a merge patch', () => {
  test.each(appendix)('the target %j with the patch %j gives %j (RFC 7396, appendix A)', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  test('is idempotent', () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<unknown>);
    fc.assert(
      fc.property(json, json, (target, patch) => {
        const once = mergePatch(target, patch);
        expect(mergePatch(once, patch)).toEqual(once);
      }),
    );
  });

  test('never changes a shared object', () => {
    const patch = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}');
    const merged = mergePatch({}, patch as Record<string, unknown>);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  });

  test('is refused if the result would be too large', () => {
    const half = { a: 'x'.repeat(40_000) };
    expect(patched({}, half, 'customData')).toEqual(half);
    expect(() => patched(half, { b: 'x'.repeat(40_000) }, 'customData')).toThrow(Failure);
    expect(patched(half, { a: null, b: 'x'.repeat(40_000) }, 'customData')).toEqual({ b: 'x'.repeat(40_000) });
  });
});
