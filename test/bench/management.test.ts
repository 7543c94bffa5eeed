import { expect, it } from 'vitest';
import type { Measurement } from '../../bench/management/measure.ts';
import { loadsOf } from '../../bench/management/loads.ts';
import { serverNames } from '../../bench/management/servers.ts';
import { judgeRun } from '../../bench/management/verdict.ts';

/** A run in which every load takes the same on every server. */
const run = (): Measurement[] =>
  serverNames.flatMap((server) =>
    loadsOf[server].map((load) => ({
      server,
      load,
      round: 1,
      resident: 200e6,
      completed: 1000,
      cpu: 1000,
      databaseCpu: 500,
      requestsPerSecond: 500,
      p50Ms: 2,
      p99Ms: 4,
      foreignShare: 0,
      otherCoresShare: 0.5,
    })),
  );

const failures = (measurements: readonly Measurement[]) =>
  judgeRun(measurements).gates.flatMap(({ title, passed }) => (passed ? [] : [title]));

it('a run within all bars passes', () => {
  expect(failures(run())).toEqual([]);
  expect(judgeRun(run()).gates).toHaveLength(8);
});

it.each([
  ['GraphQL writes', 1.7, 'four writes through GraphQL, share of bare Prisma'],
  ['REST writes', 1.45, 'four writes through REST, share of bare Prisma'],
] as const)(
  'requires 0.6 of bare Prisma for writes through GraphQL and 0.7 through REST: %s',
  (load, factor, title) => {
    const dear = run().map((one) =>
      one.server.startsWith('platform') && one.load === load ? { ...one, cpu: one.cpu * factor } : one,
    );
    expect(failures(dear)).toEqual([title]);
  },
);

it.each(['platform', 'platformSmall'])(
  'the platform must use less than 350 MB of resident memory after each load: %s',
  (server) => {
    const large = run().map((one) =>
      one.server === server && one.load === 'page' ? { ...one, resident: 350e6 } : one,
    );
    expect(failures(large)).toEqual(['resident memory of the platform']);
  },
);
