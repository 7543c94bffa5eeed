import { isSaturated, table, verdictLines } from '../shared/tables.ts';
import { median, type Verdict } from '../shared/verdict.ts';
import { loadsOf } from './loads.ts';
import type { Measurement } from './measure.ts';
import { type ServerName, serverNames } from './servers.ts';

const titles: Record<ServerName, string> = {
  platform: 'platform',
  platformSmall: 'platform, few users',
  prisma: 'bare Prisma',
  sql: 'bare SQL',
};

/** The report: the cost of each load on each server, ratios, requirements. */
export function renderReport(measurements: readonly Measurement[], verdict: Verdict): string {
  const rows = serverNames.flatMap((server) =>
    loadsOf[server].map((load) => {
      const some = measurements.filter((one) => one.server === server && one.load === load);
      // The requests of the bare servers are like REST.
      return row(`${titles[server]}: ${server.startsWith('platform') ? load : load.replace('REST ', '')}`, some);
    }),
  );
  return [
    table(['', 'CPU us', 'PostgreSQL us', 'per second', 'p50 ms', 'p99 ms', 'resident MB'], rows),
    'Per conversation: four writes (create, update, suspend, delete: four requests), one page of 100 users, one search.',
    'Medians over the rounds; in parentheses the least and the most. CPU: of the server process, all its threads.',
    ...(measurements.some(isSaturated)
      ? ['>= and <=: PostgreSQL and the generator had no core left; the server could have done more.']
      : []),
    '',
    ...verdictLines(verdict),
    '',
  ].join('\n');
}

function row(title: string, some: readonly Measurement[]): string[] {
  const middle = (value: (one: Measurement) => number) => median(some.map(value));
  const cpus = some.map(({ cpu }) => cpu);
  const limited = some.filter(isSaturated).length * 2 > some.length;
  return [
    title,
    `${median(cpus).toFixed(0)} (${Math.min(...cpus).toFixed(0)}-${Math.max(...cpus).toFixed(0)})`,
    middle((one) => one.databaseCpu).toFixed(0),
    `${limited ? '>= ' : ''}${middle((one) => one.requestsPerSecond).toFixed(0)}`,
    `${limited ? '<= ' : ''}${middle((one) => one.p50Ms).toFixed(1)}`,
    `${limited ? '<= ' : ''}${middle((one) => one.p99Ms).toFixed(1)}`,
    (middle((one) => one.resident) / 1e6).toFixed(0),
  ];
}
