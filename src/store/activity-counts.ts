// SQL: counts by hour that are added to stored ones, and where counting stopped, in one statement.
import type { StatisticRange, Statistics } from '../domain/statistics.ts';
import type { Database, Prisma } from '../platform/database/database.ts';
import { removeOldHours } from './sql/remove-old-hours.ts';
import { pooledTransaction } from './sql/pooled-transaction.ts';

/** Rows of a log per transaction. */
const countedAtOnce = 20_000;

const lock = 'SELECT FROM activity_count_head FOR UPDATE';

const addTo = (fresh: string): string => `
  INSERT INTO activity_counts AS known (hour, kind, count)
  SELECT date_trunc('hour', at, 'UTC') AS hour, kind, count(*) FROM ${fresh} GROUP BY 1, 2 HAVING count(kind) > 0
  ON CONFLICT (hour, kind) DO UPDATE SET count = known.count + excluded.count`;

const countEvents = `
  WITH fresh AS (
    SELECT position, type AS kind, occurred_at AS at FROM events
    WHERE position > (SELECT event_position FROM activity_count_head) ORDER BY position LIMIT ${countedAtOnce}
  ), added AS (${addTo('fresh')})
  UPDATE activity_count_head SET event_position = (SELECT max(position) FROM fresh) WHERE EXISTS (SELECT FROM fresh)
  RETURNING (SELECT count(*) FROM fresh)::int AS counted`;

// A smaller id can be committed after a larger one, but not a minute later: such transactions are short.
const countEntries = `
  WITH fresh AS (
    SELECT entry.id, entry.at, CASE WHEN entry.outcome IN ('wrong', 'locked', 'refused') AND flows.purpose = 'sign-in' THEN 'refused-sign-in' END AS kind
    FROM (
      SELECT *, bool_and(at < $1) OVER (ORDER BY id) AS is_settled FROM (
        SELECT id, flow_id, at, outcome FROM flow_entries
        WHERE id > (SELECT flow_entry_id FROM activity_count_head) ORDER BY id LIMIT ${countedAtOnce}
      ) AS next
    ) AS entry JOIN flows ON flows.id = entry.flow_id WHERE is_settled
  ), added AS (${addTo('fresh')})
  UPDATE activity_count_head SET flow_entry_id = (SELECT max(id) FROM fresh) WHERE EXISTS (SELECT FROM fresh)
  RETURNING (SELECT count(*) FROM fresh)::int AS counted`;

/** Milliseconds after which an entry is counted. */
export const settledAfter = 60_000;

/** Counts what was added to the log of events, and to those of sign-ins, since the last time. */
export async function countActivity(database: Pick<Database, 'pool'>, now: Date): Promise<void> {
  await countAll(database, countEvents, []);
  await countAll(database, countEntries, [new Date(now.getTime() - settledAfter)]);
}

async function countAll(database: Pick<Database, 'pool'>, statement: string, values: Date[]): Promise<void> {
  for (let counted = countedAtOnce; counted === countedAtOnce; ) {
    counted = await pooledTransaction(database, async (client) => {
      // Another process may have counted since this statement's snapshot: the next one has its own.
      await client.query(lock);
      const { rows } = await client.query<{ counted: number }>(statement, values);
      return rows[0]?.counted ?? 0;
    });
  }
}

/** Deletes the counts of 90 days ago. Returns the number of rows. */
export const removeOldActivityCounts = (database: Pick<Database, 'pool'>, now: Date): Promise<number> =>
  removeOldHours(database, 'activity_counts', now);

type Activity = Pick<Statistics, 'usersCreated' | 'signIns' | 'refusedSignIns' | 'events'>;
type Exchanges = Pick<Statistics, 'exchangesGranted' | 'exchangesRefused'>;

/** The counts in each bucket of a range. */
export async function readActivity(prisma: Pick<Prisma, '$queryRaw'>, range: StatisticRange): Promise<Activity> {
  const { bucket, starts, until } = range;
  const rows = await prisma.$queryRaw<({ start: Date } & Record<keyof Activity, number>)[]>`
    SELECT date_trunc(${bucket.toLowerCase()}, hour, 'UTC') AS start,
      coalesce(sum(count) FILTER (WHERE kind = 'User.Created'), 0)::float8 AS "usersCreated",
      coalesce(sum(count) FILTER (WHERE kind = 'PostSignIn'), 0)::float8 AS "signIns",
      coalesce(sum(count) FILTER (WHERE kind = 'refused-sign-in'), 0)::float8 AS "refusedSignIns",
      coalesce(sum(count) FILTER (WHERE kind NOT IN ('refused-sign-in', 'exchange-granted', 'exchange-refused')), 0)::float8 AS events
    FROM activity_counts WHERE hour >= ${starts[0]} AND hour < ${until} GROUP BY start`;
  const of = inBuckets(range, rows);
  return {
    usersCreated: of('usersCreated'),
    signIns: of('signIns'),
    refusedSignIns: of('refusedSignIns'),
    events: of('events'),
  };
}

/** Token exchanges in each bucket of a range. */
export async function readExchanges(prisma: Pick<Prisma, '$queryRaw'>, range: StatisticRange): Promise<Exchanges> {
  const { bucket, starts, until } = range;
  const rows = await prisma.$queryRaw<({ start: Date } & Record<keyof Exchanges, number>)[]>`
    SELECT date_trunc(${bucket.toLowerCase()}, hour, 'UTC') AS start,
      coalesce(sum(count) FILTER (WHERE kind = 'exchange-granted'), 0)::float8 AS "exchangesGranted",
      coalesce(sum(count) FILTER (WHERE kind = 'exchange-refused'), 0)::float8 AS "exchangesRefused"
    FROM activity_counts WHERE hour >= ${starts[0]} AND hour < ${until} GROUP BY start`;
  const of = inBuckets(range, rows);
  return { exchangesGranted: of('exchangesGranted'), exchangesRefused: of('exchangesRefused') };
}

/** The values of a column, one for each bucket. */
function inBuckets<Column extends string>(
  { starts }: StatisticRange,
  rows: readonly ({ start: Date } & Record<Column, number>)[],
): (column: Column) => number[] {
  const byStart = new Map(rows.map((row) => [row.start.getTime(), row]));
  return (column) => starts.map((start) => byStart.get(start.getTime())?.[column] ?? 0);
}
