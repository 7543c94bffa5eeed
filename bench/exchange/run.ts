import { type BenchPostgres, connect } from '../shared/database.ts';
import { shuffled } from '../shared/options.ts';
import { makeSigningKeys, readSigningKey, type SealedKey } from './fixture/keys.ts';
import type { Scale } from './fixture/people.ts';
import { makeRequests, type TokenSource } from './fixture/requests.ts';
import { fill } from './fixture/seed.ts';
import { type LoadGenerator, startGenerator } from '../shared/load/control.ts';
import { type Bench, type Measurement, measure } from './measure.ts';
import { allVariants, type DatabaseName, issuer, type Variant } from './variants.ts';

/** The size of a run. */
export interface Plan {
  scales: Record<DatabaseName, Scale>;
  rounds: number;
  seconds: number;
  warmRequests: number;
  warmSeconds: number;
  /** Different subject tokens per database. */
  requests: number;
  /** NODE_OPTIONS of the platform's processes. */
  nodeOptions: string;
  /** Prints a line of progress. */
  log(line: string): void;
}

/** Keep-alive connections of the generator, and so concurrent exchanges. */
const connections = 32;
/** The number of tokens, and users, in variants with the same tokens. */
const sameTokens = 2000;

/** Creates the databases, measures every variant in every round, drops the databases. */
export async function runPlan(postgres: BenchPostgres, plan: Plan): Promise<Measurement[]> {
  const keys = await makeSigningKeys(new Date());
  const urls = {
    large: await makeDatabase(postgres, 'large', plan, keys),
    small: await makeDatabase(postgres, 'small', plan, keys),
  };
  const source = await tokenSource(urls.large);
  const clients = { large: await connect(urls.large), small: await connect(urls.small) };
  const generator = startGenerator();
  const { scales, requests, seconds, warmRequests, warmSeconds } = plan;
  try {
    await giveRequests(generator, plan, source);
    const sizes = { requests, sameTokens, seconds, warmRequests, warmSeconds, connections };
    const bench = { generator, source, scales, clients, ...sizes };
    return await measureRounds(bench, allVariants(urls, plan.nodeOptions), plan);
  } finally {
    generator.stop();
    for (const client of Object.values(clients)) await client.end();
    for (const name of names) await postgres.dropDatabase(databaseName(name));
  }
}

const names: DatabaseName[] = ['large', 'small'];
const databaseName = (name: DatabaseName): string => `mandate_bench_${name}`;

function makeDatabase(postgres: BenchPostgres, name: DatabaseName, { scales, log }: Plan, keys: readonly SealedKey[]) {
  const { users, roles, organizations } = scales[name];
  log(`creating the ${name} database: ${users} users, ${roles} roles, ${organizations} organizations`);
  return postgres.makeDatabase(databaseName(name), (url) => fill(url, scales[name], keys));
}

async function tokenSource(url: string): Promise<TokenSource> {
  const key = await readSigningKey(url);
  return { kid: key.id, privateKey: key.privateKey, issuer, now: Math.floor(Date.now() / 1000) };
}

async function giveRequests(
  generator: LoadGenerator,
  { scales, requests, log }: Plan,
  source: TokenSource,
): Promise<void> {
  log(`signing ${requests} subject tokens for each`);
  for (const name of names) await generator.keep(name, makeRequests(requests, scales[name], source));
}

async function measureRounds(bench: Bench, variants: Variant[], { rounds, log }: Plan): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const variant of shuffled(variants)) {
      const one = await measure(bench, variant, round);
      measurements.push(one);
      log(
        `round ${round} of ${rounds}  ${variant.title}: ${one.cpu.toFixed(1)} us, ${one.requestsPerSecond.toFixed(0)}/s`,
      );
    }
  }
  return measurements;
}
