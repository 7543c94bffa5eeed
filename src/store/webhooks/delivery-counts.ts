// SQL: a lock, and counts by hour and class that are added to stored ones.
import { hour } from '../../domain/durations.ts';
import type { StatisticRange, WebhookStatistics } from '../../domain/statistics.ts';
import { deliveryRetention } from '../../domain/webhooks/webhook-sending.ts';
import type { Database, Prisma } from '../../platform/database/database.ts';
import { removeOldHours } from '../sql/remove-old-hours.ts';
import { pooledTransaction } from '../sql/pooled-transaction.ts';

/** Milliseconds after which the end of a delivery is counted: transactions that began before it are then over. */
const settledAfter = 60_000;
/** The outcome of failed deliveries. */
const failed = -1;

// Durations are classed by powers of the square root of 2, from 1 ms.
const countEnded = `
  INSERT INTO webhook_counts AS known (webhook_id, hour, outcome, count)
  SELECT webhook.id, date_trunc('hour', ended.finished_at, 'UTC') AS hour, ended.outcome, count(*)
  FROM webhooks AS webhook CROSS JOIN LATERAL (
    SELECT finished_at, CASE WHEN status = 'failed' THEN ${failed} ELSE
      floor(2 * ln(greatest((log -> -1 ->> 'durationMs')::float8, 1)) / ln(2::float8))::int END AS outcome
    FROM webhook_deliveries WHERE webhook_id = webhook.id AND finished_at >= $1 AND finished_at < $2
  ) AS ended
  GROUP BY 1, 2, 3
  ON CONFLICT (webhook_id, hour, outcome) DO UPDATE SET count = known.count + excluded.count`;

/** The duration in the middle of a class, in milliseconds. */
const durationOf = (outcome: number): number => Math.round(2 ** ((outcome + 0.5) / 2));

/** Counts the deliveries that have ended since the last time. An hour of them is one transaction. */
export async function countDeliveries(database: Pick<Database, 'pool'>, now: Date): Promise<void> {
  const end = new Date(now.getTime() - settledAfter);
  for (let until = new Date(0); until < end; ) {
    until = await pooledTransaction(database, async (client) => {
      const { rows } = await client.query<{ from: Date | null }>(
        'SELECT deliveries_until AS from FROM activity_count_head FOR UPDATE',
      );
      const from = rows[0]?.from ?? new Date(end.getTime() - deliveryRetention);
      if (from >= end) return end;
      const next = new Date(Math.min(from.getTime() + hour, end.getTime()));
      await client.query(countEnded, [from, next]);
      await client.query('UPDATE activity_count_head SET deliveries_until = $1', [next]);
      return next;
    });
  }
}

/** Deletes the counts of 90 days ago. Returns the number of rows. */
export const removeOldDeliveryCounts = (database: Pick<Database, 'pool'>, now: Date): Promise<number> =>
  removeOldHours(database, 'webhook_counts', now);

interface Row {
  id: string;
  start: Date;
  outcome: number;
  count: number;
}

/** The deliveries of webhooks in each bucket of a range, in the order of the ids. */
export async function readDeliveries(
  prisma: Pick<Prisma, '$queryRaw'>,
  webhookIds: readonly string[],
  { bucket, starts, until }: StatisticRange,
): Promise<WebhookStatistics[]> {
  const rows = await prisma.$queryRaw<Row[]>`
    SELECT webhook_id AS id, date_trunc(${bucket.toLowerCase()}, hour, 'UTC') AS start, outcome, sum(count)::float8 AS count
    FROM webhook_counts WHERE webhook_id = ANY(${webhookIds}) AND hour >= ${starts[0]} AND hour < ${until}
    GROUP BY webhook_id, start, outcome ORDER BY outcome`;
  const byWebhook = Map.groupBy(rows, ({ id }) => id);
  return webhookIds.map((id) => {
    const byStart = Map.groupBy(byWebhook.get(id) ?? [], ({ start }) => start.getTime());
    const buckets = starts.map((start) => summaryOf(byStart.get(start.getTime()) ?? []));
    return {
      delivered: buckets.map((one) => one.delivered),
      failed: buckets.map((one) => one.failed),
      durationP50: buckets.map((one) => one.durationP50),
      durationP95: buckets.map((one) => one.durationP95),
    };
  });
}

/** `rows` are those of a bucket, sorted by outcome. */
function summaryOf(rows: readonly Row[]) {
  const delivered = rows.filter(({ outcome }) => outcome !== failed);
  const total = delivered.reduce((sum, { count }) => sum + count, 0);
  const percentile = (share: number): number | null => {
    let rest = Math.ceil(total * share);
    const bucket = delivered.find(({ count }) => (rest -= count) <= 0);
    return bucket ? durationOf(bucket.outcome) : null;
  };
  const failures = rows.find(({ outcome }) => outcome === failed)?.count ?? 0;
  return { delivered: total, failed: failures, durationP50: percentile(0.5), durationP95: percentile(0.95) };
}
