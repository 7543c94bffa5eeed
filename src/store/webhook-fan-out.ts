import type pg from 'pg';
import { subjectKeyOf, webhookAsksFor } from './webhook-matches.ts';

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

/** An event that a webhook asks for. */
export interface Match {
  webhookId: string;
  eventId: string;
  position: string;
  subjectKey: string;
  occurredAt: Date;
}

/** In the order of the feed. The webhooks cannot be deleted until the transaction ends. */
export async function findMatches(client: Client, { after, upTo }: Span): Promise<Match[]> {
  // In this order everywhere: webhook, stream, delivery. Who deletes a webhook holds it first, too.
  await client.query('SELECT FROM webhooks WHERE is_enabled ORDER BY id FOR KEY SHARE');
  const { rows } = await client.query<Match>(
    `SELECT w.id AS "webhookId", e.id AS "eventId", e.position, ${subjectKeyOf} AS "subjectKey", e.occurred_at AS "occurredAt"
     FROM events AS e JOIN webhooks AS w ON ${webhookAsksFor}
     WHERE e.position > $1 AND e.position <= $2 AND w.is_enabled AND w.starts_after < e.position
     ORDER BY e.position, w.id`,
    [after, upTo],
  );
  return rows;
}

/** Where the events about one record stand on their way to one webhook. */
export interface Stream {
  webhookId: string;
  subjectKey: string;
  sequence: bigint;
  lastEventId: string;
  lastEventAt: Date;
  head: bigint | null;
}

/** Those of these streams that there are, locked: nobody ends the turn of a delivery meanwhile. */
export async function lockStreams(
  client: Client,
  keys: readonly Pick<Stream, 'webhookId' | 'subjectKey'>[],
): Promise<Stream[]> {
  const { rows } = await client.query<Omit<Stream, 'sequence' | 'head'> & { sequence: string; head: string | null }>(
    `SELECT webhook_id AS "webhookId", subject_key AS "subjectKey", sequence, last_event_id AS "lastEventId",
       last_event_at AS "lastEventAt", head
     FROM webhook_streams
     WHERE (webhook_id, subject_key) IN (SELECT * FROM unnest($1::text[], $2::text[]))
     ORDER BY webhook_id, subject_key FOR UPDATE`,
    [keys.map(({ webhookId }) => webhookId), keys.map(({ subjectKey }) => subjectKey)],
  );
  return rows.map((row) => ({
    ...row,
    sequence: BigInt(row.sequence),
    head: row.head === null ? null : BigInt(row.head),
  }));
}

export async function saveStreams(client: Client, streams: readonly Stream[]): Promise<void> {
  const rows = streams.map((stream) => ({
    webhook_id: stream.webhookId,
    subject_key: stream.subjectKey,
    sequence: `${stream.sequence}`,
    last_event_id: stream.lastEventId,
    last_event_at: stream.lastEventAt,
    head: stream.head === null ? null : `${stream.head}`,
  }));
  await client.query(
    `INSERT INTO webhook_streams (webhook_id, subject_key, sequence, last_event_id, last_event_at, head)
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS given (webhook_id text, subject_key text, sequence bigint,
       last_event_id text, last_event_at timestamptz, head bigint)
     ON CONFLICT (webhook_id, subject_key) DO UPDATE SET sequence = excluded.sequence,
       last_event_id = excluded.last_event_id, last_event_at = excluded.last_event_at, head = excluded.head`,
    [JSON.stringify(rows)],
  );
}

/** A delivery to be. */
export interface NewDelivery {
  id: string;
  webhookId: string;
  eventId: string;
  position: string;
  subjectKey: string;
  sequence: bigint;
  previousId: string | null;
  isFirst: boolean;
}

/** What is first is due at once; the others wait for their turn. */
export async function addDeliveries(client: Client, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  const rows = deliveries.map((delivery) => ({
    id: delivery.id,
    webhook_id: delivery.webhookId,
    event_id: delivery.eventId,
    position: delivery.position,
    subject_key: delivery.subjectKey,
    sequence: `${delivery.sequence}`,
    previous_id: delivery.previousId,
    status: delivery.isFirst ? 'pending' : 'waiting',
    next_attempt_at: delivery.isFirst ? now : null,
    created_at: now,
  }));
  await client.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, event_id, position, subject_key, sequence, previous_id, status,
       next_attempt_at, created_at)
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS given (id text, webhook_id text, event_id text, position bigint,
       subject_key text, sequence bigint, previous_id text, status text, next_attempt_at timestamptz, created_at timestamptz)`,
    [JSON.stringify(rows)],
  );
}
