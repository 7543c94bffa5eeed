import { costCells, costHead, costNotes, table, verdictLines } from '../shared/tables.ts';
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
    table(['', ...costHead, 'resident MB'], rows),
    'Per conversation: four writes (create, update, suspend, delete: four requests), one page of 100 users, one search.',
    ...costNotes(measurements),
    '',
    ...verdictLines(verdict),
    '',
  ].join('\n');
}

function row(title: string, some: readonly Measurement[]): string[] {
  const resident = median(some.map((one) => one.resident));
  return [title, ...costCells(some, { cpu: 0, ms: 1 }), (resident / 1e6).toFixed(0)];
}
