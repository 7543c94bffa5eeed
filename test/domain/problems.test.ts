import { z } from 'zod';
import { describe, expect, it, test } from 'vitest';
import { validate } from '../../src/domain/problems.ts';
import { bulkOperations, operations } from '../../src/operations/index.ts';
import { listOf } from '../../src/reads/index.ts';

const schemas = [
  ...[...operations, ...bulkOperations].map(({ name, input }) => [name, input as z.ZodObject] as const),
  ...Object.values(listOf).map(({ name, filter }) => [`filter of ${name}`, filter] as const),
];

/** Values that hardly any field accepts. */
const wrong = [undefined, null, true, 1.5, -1, 1e12, '', 'x', 'é', 'x'.repeat(5000), {}, { nope: 1 }, [], [1], [null]];

const sentence = /^(Must|Has|Is|Contains|Give|Unknown|This|There|A|An|At|Only|Use|Give|The|Needs|Requires)\b[^]*\.$/;
const wordsOfTheLibrary = /expected|received|Too (big|small)|Invalid (input|option|ISO|string)|Unrecognized|[<>]=/;

describe('the problem of an invalid field', () => {
  test.each(schemas)('is a sentence about the field, in every operation and filter: %s', (_name, schema) => {
    const values = [
      ...wrong,
      ...Object.keys(schema.shape).flatMap((field) => wrong.map((value) => ({ [field]: value }))),
    ];
    const messages = new Set(values.flatMap((value) => validate(schema, value).problems.map(({ message }) => message)));
    const bad = [...messages].filter((message) => !sentence.test(message) || wordsOfTheLibrary.test(message));
    expect(bad).toEqual([]);
    expect(messages.size).toBeGreaterThan(0);
  });

  it.each([
    [z.strictObject({ a: z.string() }), {}, ['a'], { code: 'REQUIRED' }, 'This field is required.'],
    [z.boolean(), 'maybe', [], { code: 'INVALID_TYPE' }, 'Must be true or false.'],
    [z.int(), 1.5, [], { code: 'INVALID_TYPE' }, 'Must be an integer.'],
    [z.string().max(3), 'four', [], { code: 'TOO_LONG', maximum: 3 }, 'Must have at most 3 characters.'],
    [z.string().min(1), '', [], { code: 'TOO_SHORT', minimum: 1 }, 'Must not be empty.'],
    [z.array(z.int()).min(2), [1], [], { code: 'TOO_SHORT', minimum: 2 }, 'Must have at least 2 items.'],
    [z.int().min(1), 0, [], { code: 'TOO_SMALL', minimum: 1 }, 'Must be at least 1.'],
    [z.int().max(100), 101, [], { code: 'TOO_LARGE', maximum: 100 }, 'Must be at most 100.'],
    [z.enum(['ALL', 'EACH']), 'SOME', [], { code: 'INVALID_VALUE' }, 'Must be one of ALL, EACH.'],
    [
      z.iso.datetime(),
      'tomorrow',
      [],
      { code: 'INVALID_FORMAT' },
      'Must be a time in UTC, such as 2026-01-31T12:00:00Z.',
    ],
    [z.url(), 'example', [], { code: 'INVALID_FORMAT' }, 'Must be an absolute URL.'],
    [z.base64url(), '+', [], { code: 'INVALID_FORMAT' }, 'Must have the format base64url.'],
    [z.string().regex(/^a+$/), 'b', [], { code: 'INVALID_FORMAT' }, 'Must match the pattern /^a+$/.'],
    [z.date(), 'now', [], { code: 'INVALID_TYPE' }, 'Must be of the type date.'],
    [
      z.strictObject({ a: z.strictObject({}) }),
      { a: { b: 1 } },
      ['a', 'b'],
      { code: 'UNKNOWN_FIELD' },
      'Unknown field.',
    ],
  ] as [z.ZodType, unknown, string[], object, string][])(
    'has its path, code and limit, and no value: %#',
    (...given) => {
      const [schema, value, path, kind, message] = given;
      expect(validate(schema, value).problems).toEqual([{ path, message, ...kind }]);
    },
  );

  it('is shortened if fields are unknown: ten of an object, 64 characters of their names', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${'x'.repeat(100)}${index}`, 1]));
    const { problems } = validate(z.strictObject({}), many);
    expect(problems).toHaveLength(10);
    expect(problems[0]?.path).toEqual(['x'.repeat(64)]);
  });
});
