import type { BenchPostgres } from '../shared/database.ts';
import { comparePairs, type Comparison, type Side } from '../shared/pairs.ts';
import { projectRoot } from '../shared/server-process.ts';
import { type ExchangeDatabase, makeExchangeDatabase } from './fixture/database.ts';
import type { Scale } from './fixture/people.ts';
import { makeRequests } from './fixture/requests.ts';
import { setRules } from './fixture/rules.ts';
import { type LoadGenerator, startGenerator } from '../shared/load/control.ts';
import { percentile } from '../shared/statistics.ts';
import { type Bench, startSide } from './measure.ts';
import {
  allVariants,
  type DatabaseName,
  databaseNames,
  requestsOf,
  type Variant,
  type VariantName,
} from './variants.ts';
import { comparisons } from './verdict.ts';
import type { Measured } from './measured.ts';

/** The size of a run. */
export interface Plan {
  scales: Record<'large' | 'small', Scale>;
  /** The project folder of the commit to compare with. */
  against: string | undefined;
  starts: number;
  pairs: number;
  /** Requests of a part of the warm-up. */
  warmRequests: number;
  /** NODE_OPTIONS of the platform's processes. */
  nodeOptions: string;
  /** Prints a line of progress. */
  log(line: string): void;
}

/** Keep-alive connections of the generator, and so concurrent exchanges. */
const connections = 32;
/** The number of tokens, and users, in variants with the same tokens. */
const sameTokens = 2000;
/** Different tokens per database: ten times what a platform remembers, so when they come again they are new to it. */
const requests = 40_000;

type Databases = Record<'large' | 'small' | 'ruled', ExchangeDatabase> & { against?: ExchangeDatabase };

/** Creates the databases, compares the servers pair by pair, drops the databases. */
export async function runPlan(postgres: BenchPostgres, plan: Plan): Promise<Measured> {
  const databases: Partial<Databases> = {};
  const generator = startGenerator();
  try {
    const { against } = plan;
    const { large, small } = plan.scales;
    const make = (name: DatabaseName, scale: Scale, root = projectRoot) =>
      makeDatabase(postgres, generator, { name, scale, root, log: plan.log });
    databases.large = await make('large', large);
    databases.small = await make('small', small);
    databases.ruled = await make('ruled', large);
    await setRules(databases.ruled.client, large.organizations);
    for (const name of ['large', 'ruled'] as const) {
      const { source } = databases[name] as ExchangeDatabase;
      const set = requestsOf({ database: name, isWhole: true });
      await generator.keep(set, makeRequests(requests, large, source, true));
    }
    if (against !== undefined) databases.against = await make('against', large, against);
    return await measureServers(
      { ...plan, generator, requests, sameTokens, connections },
      databases as Databases,
      plan,
    );
  } finally {
    generator.stop();
    for (const { client } of Object.values(databases)) await client.end();
    for (const name of databaseNames) await postgres.dropDatabase(databaseName(name));
  }
}

const databaseName = (name: DatabaseName): string => `mandate_bench_${name}`;

/** Also gives its requests to the generator. */
async function makeDatabase(
  postgres: BenchPostgres,
  generator: LoadGenerator,
  { name, scale, root, log }: { name: DatabaseName; scale: Scale; root: string; log: Plan['log'] },
): Promise<ExchangeDatabase> {
  const { users, roles, organizations } = scale;
  log(`creating the database "${name}": ${users} users, ${roles} roles, ${organizations} organizations`);
  const database = await makeExchangeDatabase(postgres, databaseName(name), { root, scale });
  await generator.keep(name, database.fixture.makeRequests(requests, scale, database.source));
  return database;
}

async function measureServers(bench: Omit<Bench, 'noteResident'>, databases: Databases, plan: Plan): Promise<Measured> {
  const variants = allVariants(databases, plan.nodeOptions);
  const resident = new Map<VariantName, number[]>(variants.map(({ name }) => [name, []]));
  const noteResident = (name: VariantName, bytes: number) => void resident.get(name)?.push(bytes);
  const start = (variant: Variant) => () =>
    startSide({ ...bench, noteResident }, variant, databases[variant.database] as ExchangeDatabase);
  const compared = await comparePairs(comparisonsOf(variants, start), plan);
  const servers = variants.map(({ name, title }) => ({
    name,
    title,
    resident: percentile(resident.get(name) ?? [], 0.9),
  }));
  return { compared, servers };
}

/** The comparisons of variants that there are. */
function comparisonsOf(variants: readonly Variant[], start: (variant: Variant) => () => Promise<Side>): Comparison[] {
  return Object.entries(comparisons).flatMap(([title, { sides }]) => {
    const [one, other] = sides.map((name) => variants.find((variant) => variant.name === name));
    return one && other ? [{ title, start: [start(one), start(other)] }] : [];
  });
}
