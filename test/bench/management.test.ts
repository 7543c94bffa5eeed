import { expect, it } from 'vitest';
import type { Measured } from '../../bench/management/measured.ts';
import { comparisons, judgeRun } from '../../bench/management/verdict.ts';
import type { Slice } from '../../bench/shared/pairs.ts';

/** A run in which every load takes the same on every server, except in this comparison. */
function run(dear?: string, factor = 1): Measured {
  const slice = (cpu: number): Slice => ({ units: 40, cpu, databaseCpu: cpu / 2, foreign: 0 });
  return {
    resident: 200e6,
    compared: Object.keys(comparisons).map((title) => ({
      title,
      sides: ['one', 'other'],
      pairs: Array.from({ length: 20 }, () => [slice(title === dear ? 1000 * factor : 1000), slice(1000)] as const),
    })),
  };
}

const failures = (measured: Measured) =>
  judgeRun(measured).gates.flatMap(({ title, passed }) => (passed ? [] : [title]));

it('a run within all bars passes', () => {
  expect(failures(run())).toEqual([]);
  expect(judgeRun(run()).gates).toHaveLength(8);
});

it.each([
  ['four writes through GraphQL, share of bare Prisma', 0.34],
  ['four writes through REST, share of bare Prisma', 0.49],
  ['page of 100 users to bare SQL, with the database', 4.6],
  ['GraphQL writes: many users to few, with the database', 1.26],
  ['page: many users to few, with the database', 1.26],
  ['search by email: many users to few, with the database', 1.26],
  ['search by name: many users to few, with the database', 1.26],
])('a run fails with: %s %d', (title, ratio) => {
  expect(failures(run(title, ratio))).toEqual([title]);
});

it('the platform must use less than 380 MB of resident memory', () => {
  expect(failures({ ...run(), resident: 380e6 })).toEqual(['resident memory of the platform']);
});
