import type { z } from 'zod';
import { describe, expect, it, test } from 'vitest';
import { exchangeTotalsQuerySchema } from '../../src/domain/oauth/exchange-totals.ts';
import { statisticsQuerySchema } from '../../src/domain/statistics.ts';
import { validate } from '../../src/domain/problems.ts';
import { operations } from '../../src/operations/index.ts';
import { listOf } from '../../src/reads/index.ts';

const schemas: [string, z.ZodObject][] = [
  ...operations.map(({ name, input }): [string, z.ZodObject] => [name, input as z.ZodObject]),
  ...Object.values(listOf).map(({ name, filter }): [string, z.ZodObject] => [`filter of ${name}`, filter]),
  ['figures', statisticsQuerySchema],
  ['totals of token exchanges', exchangeTotalsQuerySchema],
];

const problemOf = (schema: z.ZodObject, field: string, time: string) =>
  validate(schema, { [field]: time }).problems.find(({ path }) => path.join('.') === field);

/** The fields that accept a time. */
const timesIn = (schema: z.ZodObject): string[] =>
  Object.keys(schema.shape).filter(
    (field) =>
      problemOf(schema, field, '2026-01-31T12:00:00Z') === undefined &&
      problemOf(schema, field, '2026-01-31 noon')?.message.includes('time'),
  );

const withTimes = schemas.filter(([, schema]) => timesIn(schema).length > 0);

describe('a time', () => {
  it('is an input of operations, filters and figures', () => {
    expect(withTimes.length).toBeGreaterThan(12);
  });

  test.each(withTimes)('the years 0001 to 9999 are accepted, and no others: %s', (_name, schema) => {
    for (const field of timesIn(schema)) {
      for (const known of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']) {
        expect(problemOf(schema, field, known)).toBeUndefined();
      }
      expect(problemOf(schema, field, '0000-12-31T23:59:59Z')).toMatchObject({
        code: 'INVALID_FORMAT',
        message: 'Must be in the years 0001 to 9999 (UTC).',
      });
      // Their offset moves them out of these years. Filters accept UTC only.
      for (const moved of ['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00']) {
        expect(problemOf(schema, field, moved)).toMatchObject({ code: 'INVALID_FORMAT' });
      }
    }
  });
});
