import { type BenchPostgres, connect, withClient } from '../shared/database.ts';
import { shuffled } from '../shared/options.ts';
import type { Scale } from './fixture/people.ts';
import { seed } from './fixture/seed.ts';
import { type Bench, type Measurement, measure } from './measure.ts';
import { expectSamePages } from './probe.ts';
import { type DatabaseName, type ServerName, serverNames } from './servers.ts';

/** The size of a run. */
export interface Plan extends Pick<Bench, 'scales' | 'seconds' | 'nodeOptions'> {
  rounds: number;
  /** Prints a line of progress. */
  log(line: string): void;
}

/** Keep-alive connections, and so concurrent conversations. */
const connections = 8;

/** Makes the databases, measures every server in every round, drops the databases. */
export async function runPlan(postgres: BenchPostgres, plan: Plan): Promise<Measurement[]> {
  const urls = {
    large: await makeDatabase(postgres, 'large', plan.scales.large, plan.log),
    small: await makeDatabase(postgres, 'small', plan.scales.small, plan.log),
  };
  const clients = { large: await connect(urls.large), small: await connect(urls.small) };
  try {
    return await measureRounds({ ...plan, urls, clients, connections }, plan);
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

async function measureRounds(bench: Bench, { rounds, log }: Plan): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const pages: Partial<Record<ServerName, unknown[]>> = {};
    for (const name of shuffled(serverNames)) {
      log(`round ${round} of ${rounds}  ${name}: warming up`);
      const measured = await measure(bench, name, round);
      pages[name] = measured.pages;
      measurements.push(...measured.measurements);
      for (const one of measured.measurements) log(lineOf(one, rounds));
    }
    expectSamePages(pages.platform ?? [], pages.sql ?? []);
  }
  return measurements;
}

const lineOf = ({ round, server, load, cpu, databaseCpu }: Measurement, rounds: number): string =>
  `round ${round} of ${rounds}  ${server}, ${load}: ${cpu.toFixed(0)} us, PostgreSQL ${databaseCpu.toFixed(0)} us`;
