// SQL: rows of the ledger that are added to sums, and where counting stopped, in one transaction under a lock.
import type pg from 'pg';
import { day, minute } from '../../domain/durations.ts';
import { emptySketch, merge, noteRanks } from '../../domain/people-sketch.ts';
import { giveWay } from '../../platform/admission/token-requests.ts';
import type { Database } from '../../platform/database/database.ts';
import { leastUuidAt } from '../../platform/ids/ids.ts';
import { mostScopesOfDay } from '../../vocabulary/exchanges/exchange-limits.ts';
import { pooledTransaction } from '../sql/pooled-transaction.ts';
import { windowsOf } from './windows.ts';

/** Numbers of a transaction. */
const countedAtOnce = 50_000;

interface Head {
  counted: string;
  seen: string | null;
  seenAt: Date | null;
}

const readHead = `
  SELECT counted_until::text AS counted, seen_sequence::text AS seen, seen_at AS "seenAt" FROM exchange_head`;

const see = `
  UPDATE exchange_head SET seen_at = $1, seen_sequence = (
    SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM exchanges_sequence_seq
  )
  WHERE counted_until = coalesce(seen_sequence, counted_until) AND (seen_at IS NULL OR seen_at <= $2)`;

/** Milliseconds of counting after which the next run sees what there is: a statement of the pool ends sooner. */
const longestCounting = 5000;

/**
 * Adds what was recorded since the last time to the sums of days and hours. The numbers of rows are in the order of
 * insertion, not of commits, but one that was taken a minute ago is committed or will never be: statements of the pool
 * end before. So it counts what it saw a minute ago, each row once, by whichever process.
 */
export async function countNewExchanges(database: Pick<Database, 'pool' | 'prisma'>, now: Date): Promise<void> {
  const started = performance.now();
  const settled = new Date(now.getTime() - minute);
  const { rows } = await database.pool.query<Head>(readHead);
  const [head] = rows;
  if (!head || (head.seenAt && head.seenAt > settled)) return;
  if (head.seen !== null && head.seen !== head.counted) {
    const lower = await lowestId(database, head.counted, head.seen);
    while (await countSome(database, head.seen, lower));
  }
  // The number of the end must not have the time of the begin.
  if (performance.now() - started < longestCounting) await database.pool.query(see, [now, settled]);
}

const findLowest = `
  SELECT min(id::text) AS id FROM exchanges
  WHERE sequence > $1 AND sequence <= $2 AND id >= $3::uuid AND id < $4::uuid`;

/** The lowest id among these numbers: so that counting locks no older partition. */
async function lowestId(
  { pool, prisma }: Pick<Database, 'pool' | 'prisma'>,
  after: string,
  last: string,
): Promise<string> {
  let lowest = leastUuidAt(new Date(8.64e15));
  for (const { from, until } of await windowsOf(prisma, {})) {
    const { rows } = await pool.query<{ id: string | null }>(findLowest, [
      after,
      last,
      leastUuidAt(from),
      leastUuidAt(until),
    ]);
    lowest = rows[0]?.id ?? lowest;
  }
  return lowest;
}

const advance = 'UPDATE exchange_head SET counted_until = $1';

/** Counts the next rows. Returns whether there are more. */
const countSome = (database: Pick<Database, 'pool'>, last: string, lower: string): Promise<boolean> =>
  pooledTransaction(database, async (client) => {
    const { rows } = await client.query<Head>(`${readHead} FOR UPDATE`);
    // Another process has counted, and seen more.
    if (!rows[0] || rows[0].seen !== last || rows[0].counted === last) return false;
    const { counted } = rows[0];
    const next = BigInt(counted) + BigInt(countedAtOnce);
    const until = next < BigInt(last) ? String(next) : last;
    await addPeople(client, (await client.query<NewPeople>(add, [counted, until, lower])).rows);
    await client.query(advance, [until]);
    return until !== last;
  });

/** Distinct scopes, sorted, of rows that have `scope`. */
const distinctScopes = (rows: string): string => `
  (SELECT coalesce(array_agg(scope), '{}') FROM (
    SELECT DISTINCT scope COLLATE "C" AS scope FROM ${rows} ORDER BY 1 LIMIT ${mostScopesOfDay}) AS distinct_scopes)`;

const add = `
  WITH fresh AS (
    SELECT (at AT TIME ZONE 'UTC')::date AS day, at, delegation_id, user_id, granted, coalesce(reason, '') AS reason
    FROM exchanges WHERE sequence > $1 AND sequence <= $2 AND id >= $3::uuid
  ), days AS (
    INSERT INTO exchange_days AS known (day, delegation_id, reason, count, scopes, first_at, last_at)
    SELECT day, delegation_id, reason, count(*),
      ${distinctScopes(`unnest(array_agg(DISTINCT granted)) AS one (granted), string_to_table(nullif(one.granted, ''), ' ') AS scope`)},
      min(at), max(at)
    FROM fresh GROUP BY day, delegation_id, reason
    ON CONFLICT (day, delegation_id, reason) DO UPDATE SET
      count = known.count + excluded.count,
      scopes = CASE WHEN known.scopes @> excluded.scopes THEN known.scopes ELSE
        ${distinctScopes('unnest(known.scopes || excluded.scopes) AS scope')} END,
      first_at = least(known.first_at, excluded.first_at),
      last_at = greatest(known.last_at, excluded.last_at)
  ), hours AS (
    INSERT INTO activity_counts AS known (hour, kind, count)
    SELECT date_trunc('hour', at, 'UTC'), CASE reason WHEN '' THEN 'exchange-granted' ELSE 'exchange-refused' END, count(*)
    FROM fresh GROUP BY 1, 2
    ON CONFLICT (hour, kind) DO UPDATE SET count = known.count + excluded.count
  )
  SELECT day::text, delegation_id AS "delegationId", string_agg(set_byte(set_byte('\\x0000', 0, register), 1, rank), '') AS ranks
  FROM (
    SELECT day, delegation_id, (hash & 255)::int AS register,
      57 - length(ltrim(min((hash >> 8) & ((1::bigint << 56) - 1))::bit(56)::text, '0')) AS rank
    FROM (
      SELECT day, delegation_id, hashtextextended(user_id, 0) AS hash FROM fresh WHERE reason = '' AND user_id IS NOT NULL
    ) AS hashed GROUP BY 1, 2, 3
  ) AS ranked GROUP BY 1, 2`;

/** The people who got a token on a day over a delegation. */
interface NewPeople {
  day: string;
  delegationId: number;
  /** As `noteRanks` reads them. */
  ranks: Buffer;
}

const findPeople = `
  SELECT day::text, delegation_id AS "delegationId", registers FROM exchange_people
  JOIN unnest($1::date[], $2::int[]) AS wanted (day, delegation_id) USING (day, delegation_id)`;
const storePeople = `
  INSERT INTO exchange_people (day, delegation_id, registers)
  SELECT * FROM unnest($1::date[], $2::int[], $3::bytea[])
  ON CONFLICT (day, delegation_id) DO UPDATE SET registers = excluded.registers`;

/** Adds people to the sketches of their days and delegations. Those that did not change are not written. */
async function addPeople(client: pg.PoolClient, people: readonly NewPeople[]): Promise<void> {
  const keys = (of: readonly NewPeople[]) => [of.map(({ day }) => day), of.map(({ delegationId }) => delegationId)];
  if (!people.length) return;
  const { rows } = await client.query<{ day: string; delegationId: number; registers: Buffer }>(
    findPeople,
    keys(people),
  );
  const before = new Map(rows.map((row) => [keyOf(row), row.registers]));
  const changed: NewPeople[] = [];
  const sketches: Buffer[] = [];
  for (const one of people) {
    const turn = giveWay();
    if (turn) await turn;
    const stored = before.get(keyOf(one));
    const sketch = emptySketch();
    if (stored) merge(sketch, stored);
    noteRanks(sketch, one.ranks);
    if (stored?.equals(sketch)) continue;
    changed.push(one);
    sketches.push(Buffer.from(sketch));
  }
  if (changed.length) await client.query(storePeople, [...keys(changed), sketches]);
}

const keyOf = ({ day, delegationId }: Pick<NewPeople, 'day' | 'delegationId'>): string => `${day} ${delegationId}`;

/** Days for which sums are kept. */
export const keptDays = 400;

/** Deletes the sums of days that are no longer kept. Returns their number. */
export async function removeOldDays({ prisma }: Pick<Database, 'prisma'>, now: Date): Promise<number> {
  const where = { day: { lt: new Date(now.getTime() - (keptDays + 1) * day) } };
  const { count } = await prisma.exchangeDay.deleteMany({ where });
  await prisma.exchangePeople.deleteMany({ where });
  return count;
}
