import { type BenchPostgres, connect, withClient } from '../shared/database.ts';
import { comparePairs, type Comparison } from '../shared/pairs.ts';
import { percentile } from '../shared/statistics.ts';
import type { Scale } from './fixture/people.ts';
import { seed } from './fixture/seed.ts';
import { type Bench, doBackgroundWork, probeServer, startSide } from './measure.ts';
import { expectSamePages } from './probe.ts';
import { type DatabaseName, isPlatform, type ServerName, serverNames } from './servers.ts';
import { comparisons } from './verdict.ts';
import type { Measured } from './measured.ts';

/** The size of a run. */
export interface Plan extends Pick<Bench, 'scales' | 'warmConversations' | 'nodeOptions'> {
  /** The titles of the comparisons. */
  titles: readonly string[];
  starts: number;
  pairs: number;
  /** Prints a line of progress. */
  log(line: string): void;
}

/** Keep-alive connections, and so concurrent conversations. */
const connections = 8;

/** Makes the databases, compares the servers pair by pair, drops the databases. */
export async function runPlan(postgres: BenchPostgres, plan: Plan): Promise<Measured> {
  const urls = {
    large: await makeDatabase(postgres, 'large', plan.scales.large, plan.log),
    small: await makeDatabase(postgres, 'small', plan.scales.small, plan.log),
  };
  const clients = { large: await connect(urls.large), small: await connect(urls.small) };
  try {
    return await measureServers({ ...plan, urls, clients, connections }, plan);
  } finally {
    for (const client of Object.values(clients)) await client.end();
    for (const name of ['large', 'small'] as const) await postgres.dropDatabase(databaseName(name));
  }
}

const databaseName = (name: DatabaseName): string => `mandate_bench_management_${name}`;

function makeDatabase(postgres: BenchPostgres, name: DatabaseName, scale: Scale, log: Plan['log']): Promise<string> {
  log(`creating the ${name} database: ${scale.users} users`);
  return postgres.makeDatabase(databaseName(name), (url) => withClient(url, (client) => seed(client, scale)));
}

async function measureServers(bench: Omit<Bench, 'noteResident'>, plan: Plan): Promise<Measured> {
  const resident: number[] = [];
  const noteResident = (server: ServerName, bytes: number) => void (isPlatform(server) && resident.push(bytes));
  const noting = { ...bench, noteResident };
  plan.log('checking responses');
  const pages: Partial<Record<ServerName, unknown[]>> = {};
  for (const name of serverNames) pages[name] = await probeServer(noting, name);
  expectSamePages(pages.platform ?? [], pages.sql ?? []);
  const compared = await comparePairs(comparisonsOf(noting, plan.titles), plan);
  return { compared, resident: percentile(resident, 0.9) };
}

function comparisonsOf(bench: Bench, chosen: readonly string[]): Comparison[] {
  const prepare = async () => {
    for (const client of Object.values(bench.clients)) await doBackgroundWork(client);
  };
  return Object.entries(comparisons)
    .filter(([title]) => chosen.includes(title))
    .map(
      ([
        title,
        {
          sides: [one, other],
        },
      ]) => ({
        title,
        start: [() => startSide(bench, ...one), () => startSide(bench, ...other)],
        prepare,
      }),
    );
}
