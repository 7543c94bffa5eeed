import { type BenchPostgres, connect, withClient } from '../shared/database.ts';
import { shuffled } from '../shared/options.ts';
import type { Scale } from './fixture/people.ts';
import { seed } from './fixture/seed.ts';
import { type Bench, type BenchServer, type Measurement, startWarm, type WarmLoad } from './measure.ts';
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

/** Makes the databases, starts all servers, measures every load of each in every round, drops the databases. */
export async function runPlan(postgres: BenchPostgres, plan: Plan): Promise<Measurement[]> {
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

async function measureServers(bench: Bench, plan: Plan): Promise<Measurement[]> {
  const servers: Partial<Record<ServerName, BenchServer>> = {};
  try {
    for (const name of serverNames) {
      plan.log(`warming up ${name}`);
      servers[name] = await startWarm(bench, name);
    }
    expectSamePages(servers.platform?.pages ?? [], servers.sql?.pages ?? []);
    return await measureRounds(Object.values(servers), plan);
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
  }
}

/**
 * All servers run for the whole time, and what is compared is measured one right after the other: what slows the
 * machine for a minute slows all of it.
 */
async function measureRounds(servers: readonly BenchServer[], { rounds, log }: Plan): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  const loads = servers.flatMap((server) => server.loads);
  const comparisons = [...new Set(loads.map(comparisonOf))];
  for (let round = 1; round <= rounds; round += 1) {
    for (const comparison of shuffled(comparisons)) {
      for (const { measure } of shuffled(loads.filter((load) => comparisonOf(load) === comparison))) {
        const measurement = await measure(round);
        measurements.push(measurement);
        log(lineOf(measurement, rounds));
      }
    }
  }
  return measurements;
}

/** Writes are compared through GraphQL, through REST, and without the platform. */
const comparisonOf = ({ load }: WarmLoad): string => (load.endsWith('writes') ? 'writes' : load);

const lineOf = ({ round, server, load, cpu, databaseCpu }: Measurement, rounds: number): string =>
  `round ${round} of ${rounds}  ${server}, ${load}: ${cpu.toFixed(0)} us, PostgreSQL ${databaseCpu.toFixed(0)} us`;
