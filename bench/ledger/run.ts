import { openDatabase, type Database } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { readExchangeEdges, readEdgesRange } from '../../src/reads/exchange-edges.ts';
import { readExchangePage } from '../../src/reads/exchanges.ts';
import { countNewExchanges } from '../../src/store/exchanges/count-exchanges.ts';
import { day, minute } from '../../src/domain/durations.ts';
import type { BenchPostgres } from '../shared/database.ts';
import { percentile } from '../shared/statistics.ts';
import { withClient } from '../shared/database.ts';
import { days, fillLedger } from './fill.ts';
import { type MeasuredPage, measuredPages, rowsOfPage } from './pages.ts';

export interface Plan {
  rows: number;
  rounds: number;
  log(line: string): void;
}

/** Milliseconds of a page, and of bare SQL, in turns. */
interface PageTimes {
  title: string;
  page: number[];
  bare: number[];
}

export interface Measured {
  rows: number;
  pages: PageTimes[];
  edges: { large: number[]; small: number[] };
  /** Microseconds per row. */
  counting: number;
}

/** Rows of the small ledger. */
const few = 10_000;
const names = { large: 'mandate_bench_ledger', small: 'mandate_bench_ledger_small' } as const;

/** Fills two ledgers, counts them, and reads them. */
export async function runPlan(postgres: BenchPostgres, { rows, rounds, log }: Plan): Promise<Measured> {
  const now = new Date();
  const make = async (name: string, count: number): Promise<Database> => {
    log(`filling ${name}: ${count} rows`);
    const url = await postgres.makeDatabase(name, (made) =>
      withClient(made, (client) => fillLedger(client, count, now)),
    );
    return openDatabase(await reachDatabase(url), { statementLimit: 10 * minute });
  };
  const [small, large] = [await make(names.small, few), await make(names.large, rows)];
  try {
    await count(small, now);
    log('counting');
    const counted = await count(large, now);
    await large.pool.query('VACUUM (ANALYZE)');
    log('reading');
    const chains = await large.pool.query<{ txn: string }>(
      'SELECT txn FROM exchanges WHERE txn IS NOT NULL ORDER BY id DESC LIMIT 1',
    );
    const all = measuredPages({ middle: new Date(now.getTime() - (days / 2) * day), chain: chains.rows[0]?.txn ?? '' });
    const pages: PageTimes[] = [];
    for (const page of all) pages.push(await measurePage(large, page, rounds));
    return {
      rows: counted.rows,
      pages,
      edges: await measureEdges({ large, small }, rounds, now),
      counting: counted.each,
    };
  } finally {
    for (const database of [small, large]) await database.close();
    for (const name of Object.values(names)) await postgres.dropDatabase(name);
  }
}

/** Counts all rows, as maintenance does in a minute. */
async function count(database: Database, now: Date): Promise<{ rows: number; each: number }> {
  await countNewExchanges(database, now);
  const begin = performance.now();
  await countNewExchanges(database, new Date(now.getTime() + minute));
  const spent = performance.now() - begin;
  const { rows } = await database.pool.query<{ rows: number; counted: number }>(
    `SELECT (SELECT count(*)::int FROM exchanges) AS rows, (SELECT sum(count)::int FROM exchange_days) AS counted`,
  );
  const [{ rows: total, counted } = { rows: 0, counted: -1 }] = rows;
  if (total !== counted) throw new Error(`${counted} of ${total} rows were counted. The run is void.`);
  return { rows: total, each: (spent * 1000) / total };
}

const millisecondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

async function measurePage(database: Database, { title, condition, after, bare }: MeasuredPage, rounds: number) {
  const page = { after, size: rowsOfPage - 1, path: 'after' };
  const read = () => readExchangePage(database.prisma, { condition, showsPosition: true }, page);
  const query = () => database.pool.query({ ...bare, name: `bare ${title}` });
  const [mine, theirs] = [await read(), await query()];
  const ids = theirs.rows.slice(0, rowsOfPage - 1).map(({ id }: { id: string }) => id);
  if (mine.exchanges.map(({ id }) => id).join() !== ids.join())
    throw new Error(`The page "${title}" has other rows than bare SQL. The run is void.`);
  const times: PageTimes = { title, page: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    times.page.push(await millisecondsOf(read));
    times.bare.push(await millisecondsOf(query));
  }
  return times;
}

async function measureEdges(databases: Record<'large' | 'small', Database>, rounds: number, now: Date) {
  const range = readEdgesRange({ groupBy: 'PATH' }, now);
  const times: Measured['edges'] = { large: [], small: [] };
  for (let round = 0; round < rounds; round++)
    for (const size of ['large', 'small'] as const)
      times[size].push(await millisecondsOf(() => readExchangeEdges(databases[size].prisma, range)));
  return times;
}

export const p95 = (times: readonly number[]): number => percentile([...times], 0.95);
