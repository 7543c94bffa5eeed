// SQL: partitions, made under an advisory lock.
import { day } from '../../domain/durations.ts';
import { startOfDay } from '../../domain/times.ts';
import type { Database, Prisma, Transaction } from '../../platform/database/database.ts';
import { leastUuidAt } from '../../platform/ids/ids.ts';
import { pooledTransaction } from '../sql/pooled-transaction.ts';

const lock = `SELECT pg_advisory_xact_lock(hashtextextended('mandate: partitions of exchanges', 0))`;

const nameOf = (time: Date): string => `exchanges_${time.toISOString().slice(0, 10).replaceAll('-', '')}`;

/** The day (UTC) of a partition. */
const dayOf = (name: string): Date => new Date(name.replace(/^exchanges_(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));

/** Makes the missing partitions of the days (UTC) of these times. Those that exist are neither read nor locked. */
export async function makePartitions(database: Pick<Database, 'pool'>, times: readonly Date[]): Promise<void> {
  const starts = new Map(times.map((time) => [nameOf(time), startOfDay(time)]));
  const missing = await withoutPartition(database.pool, [...starts.keys()]);
  if (!missing.length) return;
  await pooledTransaction(database, async (client) => {
    await client.query(lock);
    for (const name of await withoutPartition(client, missing)) {
      const start = starts.get(name) ?? new Date(0);
      const bounds = [start, new Date(start.getTime() + day)].map((time) => `('${leastUuidAt(time)}')`);
      // ATTACH takes a weaker lock than CREATE TABLE … PARTITION OF, which would wait for every read of the ledger.
      await client.query(`
        CREATE TABLE ${name} (LIKE exchanges INCLUDING ALL);
        ALTER TABLE exchanges ATTACH PARTITION ${name} FOR VALUES FROM ${bounds[0]} TO ${bounds[1]}`);
    }
  });
}

// The catalog itself: to_regclass does not see at once what another connection has committed.
const present = `
  SELECT relname::text AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'exchanges'::regclass`;

async function withoutPartition(client: Pick<Database['pool'], 'query'>, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS given (name) WHERE name NOT IN (${present}) ORDER BY name`,
    [names],
  );
  return rows.map(({ name }) => name);
}

/** The partitions of today and tomorrow, so that no answer of tomorrow waits for one. */
export const makeNextPartitions = (database: Pick<Database, 'pool'>, now: Date): Promise<void> =>
  makePartitions(database, [now, new Date(now.getTime() + day)]);

/** The days (UTC) that have a partition, the newest first. */
export async function partitionedDays(reader: Pick<Prisma | Transaction, '$queryRawUnsafe'>): Promise<Date[]> {
  const rows = await reader.$queryRawUnsafe<{ name: string }[]>(`${present} ORDER BY name DESC`);
  return rows.map(({ name }) => dayOf(name));
}

/** The first day (UTC) that is kept. */
export const firstDay = (now: Date, retentionDays: number): Date =>
  startOfDay(new Date(now.getTime() - retentionDays * day));

/**
 * Drops the partitions of the days before the retention, whole: nothing is deleted row by row. Waits a second at most
 * for readers, who would make everything behind it wait. Returns the number of partitions.
 */
export async function dropOldPartitions(
  database: Pick<Database, 'pool'>,
  now: Date,
  retentionDays: number,
): Promise<number> {
  const oldest = nameOf(firstDay(now, retentionDays));
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT name FROM (${present}) AS partition WHERE name < $1 ORDER BY name`,
    [oldest],
  );
  for (const { name } of rows) {
    await pooledTransaction(database, (client) =>
      client.query(`SET LOCAL lock_timeout = '1s'; ${lock}; DROP TABLE IF EXISTS ${name}`),
    );
  }
  return rows.length;
}
