import type pg from 'pg';
import { batchSize } from './webhook-batches.ts';
import { webhookAsksFor } from './webhook-matches.ts';

/** Queries of the fan-out, all of them in one transaction that holds the lock of the cursor. */
type Client = Pick<pg.PoolClient, 'query'>;

/** Part of the feed: events after one position, up to another. */
export interface Span {
  after: bigint;
  upTo: bigint;
}

/** Waits for its turn, and returns how far the events were fanned out. */
export async function lockCursor(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ position: string }>('SELECT position FROM webhook_cursor FOR UPDATE');
  return BigInt(rows[0]?.position ?? 0);
}

export async function moveCursor(client: Client, position: bigint): Promise<void> {
  await client.query('UPDATE webhook_cursor SET position = $1', [position]);
}

/**
 * Where to go on: what happened before the first webhook there is was created concerns nobody, and is skipped however much it is. A
 * webhook that has begun keeps the cursor where it is.
 */
export async function skipWhatConcernsNobody(client: Client, cursor: bigint): Promise<bigint> {
  const { rows } = await client.query<{ position: string }>(
    `SELECT CASE WHEN EXISTS (SELECT FROM webhooks WHERE starts_after IS NOT NULL) THEN $1
       ELSE coalesce((SELECT min(position) - 1 FROM events WHERE type = 'Webhook.Created' AND position > $1
         AND subject_id IN (SELECT id FROM webhooks)), (SELECT position FROM event_head)) END AS position`,
    [cursor],
  );
  return BigInt(rows[0]?.position ?? cursor);
}

/** The position given last. */
export async function headPosition(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ position: string }>('SELECT position FROM event_head');
  return BigInt(rows[0]?.position ?? 0);
}

/** A webhook begins after its own Webhook.Created event: whatever the feed has before that was committed before it. */
export async function beginWebhooks(client: Client, { after, upTo }: Span): Promise<void> {
  await client.query(
    `UPDATE webhooks AS w SET starts_after = e.position FROM events AS e
     WHERE w.starts_after IS NULL AND e.type = 'Webhook.Created' AND e.subject_id = w.id AND e.position > $1 AND e.position <= $2`,
    [after, upTo],
  );
}

// Events in the order of the feed, for each webhook in parts that are told together.
const batches = `
  INSERT INTO webhook_batches (webhook_id, position, positions, created_at)
  SELECT webhook_id, min(position), array_agg(position ORDER BY position), $3 FROM (
    SELECT w.id AS webhook_id, e.position, (row_number() OVER (PARTITION BY w.id ORDER BY e.position) - 1) / ${batchSize} AS part
    FROM events AS e JOIN webhooks AS w ON ${webhookAsksFor}
    WHERE e.position > $1 AND e.position <= $2 AND w.is_enabled AND w.starts_after < e.position
  ) AS matches GROUP BY webhook_id, part RETURNING webhook_id AS "webhookId"`;

/** Hands every webhook the events of the span that it asks for. The webhooks cannot be deleted until the transaction ends. Returns those that have some. */
export async function addBatches(client: Client, { after, upTo }: Span, now: Date): Promise<string[]> {
  await client.query('SELECT FROM webhooks WHERE is_enabled ORDER BY id FOR KEY SHARE');
  const { rows } = await client.query<{ webhookId: string }>(batches, [after, upTo, now]);
  return [...new Set(rows.map(({ webhookId }) => webhookId))];
}
