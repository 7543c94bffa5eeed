import type pg from 'pg';
import { beginOf, type Pace } from '../domain/webhook-sending.ts';
import type { Transaction } from '../platform/database/database.ts';

/** The pace at which events are sent again from now on, also those that wait from before. */
export async function setPace(tx: Transaction, webhookId: string, perSecond: number, now: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhooks SET resends_per_second = ${perSecond}, resends_from = greatest(resends_from, ${now}) WHERE id = ${webhookId}`;
}

// One that failed and is to be retried later keeps its time.
const spread = `
  WITH resends AS (
    SELECT id, row_number() OVER (ORDER BY next_attempt_at, position) - 1 AS place FROM webhook_deliveries
    WHERE webhook_id = $1 AND status = 'pending' AND redelivery <> 'single' AND (tries = 0 OR next_attempt_at <= $2)
  )
  UPDATE webhook_deliveries AS d SET next_attempt_at = $3::timestamptz + place * interval '1 second' / $4::int
  FROM resends WHERE d.id = resends.id AND d.status = 'pending'`;

/** Spreads what is sent again to a webhook over the time to come, when more of it is due than its pace allows. */
export async function spreadResends(
  client: Pick<pg.ClientBase, 'query'>,
  webhookId: string,
  pace: Pace,
  now: Date,
): Promise<void> {
  // Whoever writes down anything of a webhook holds this lock first.
  await client.query('SELECT FROM webhooks WHERE id = $1 FOR NO KEY UPDATE', [webhookId]);
  await client.query(spread, [webhookId, now, beginOf(pace, now), pace.resendsPerSecond]);
}
