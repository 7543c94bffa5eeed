// SQL: locks in one order, and numbers that many rows get in one statement.
// The order of a webhook's events about each record ("webhook_streams"): their numbers, and the delivery that blocks
// later ones.
import type pg from 'pg';
import type { Database } from '../../platform/database/database.ts';
import { preparedStatement } from '../../platform/database/prepared-statement.ts';
import { pooledTransaction } from '../sql/pooled-transaction.ts';
import type { DueDelivery } from './deliveries.ts';

type Client = Pick<pg.ClientBase, 'query'>;
type Pool = Pick<Database, 'pool' | 'preparedStatements'>;

/** The events about one record so far: their number, the last one, and whether later ones must wait. */
export interface Ordering {
  subjectKey: string;
  sequence: number;
  lastEventId: string;
  isBlocked: boolean;
}

const ordering = `
  SELECT subject_key AS "subjectKey", sequence::float8, last_event_id AS "lastEventId", blocking_sequence IS NOT NULL AS "isBlocked"
  FROM webhook_streams WHERE webhook_id = $1 AND subject_key = ANY($2)`;

/** Reads the order of events about these records; nothing for a record without events for the webhook. */
export async function readOrdering(
  database: Pool,
  webhookId: string,
  subjectKeys: readonly string[],
): Promise<Ordering[]> {
  const query = preparedStatement(database, 'webhook_ordering', ordering);
  return (await database.pool.query<Ordering>({ ...query, values: [webhookId, subjectKeys] })).rows;
}

/** The sequence number of the delivery that blocks later ones about the record. */
export interface LockedOrdering {
  subjectKey: string;
  blockingSequence: number | null;
}

/**
 * Locks the order of events about these records. A separate statement, so that later ones see everything that was added
 * before the lock.
 */
export async function lockOrdering(
  client: Client,
  webhookId: string,
  subjectKeys: readonly string[],
): Promise<LockedOrdering[]> {
  const { rows } = await client.query<LockedOrdering>(
    `SELECT subject_key AS "subjectKey", blocking_sequence::float8 AS "blockingSequence" FROM webhook_streams WHERE webhook_id = $1 AND subject_key = ANY($2)
     ORDER BY subject_key FOR UPDATE`,
    [webhookId, subjectKeys],
  );
  return rows;
}

// With the keys in the condition, rows are looked up by index: the planner does not know how few there are.
const count = `
  MERGE INTO webhook_streams AS s USING unnest($2::text[], $3::bigint[], $4::text[]) AS given (subject_key, sequence, event_id)
  ON s.webhook_id = $1 AND s.subject_key = given.subject_key AND s.subject_key = ANY($2)
  WHEN MATCHED THEN UPDATE SET sequence = given.sequence, last_event_id = given.event_id
  WHEN NOT MATCHED THEN INSERT (webhook_id, subject_key, sequence, last_event_id)
    VALUES ($1, given.subject_key, given.sequence, given.event_id)`;

/** Stores the numbers of the last events about records. */
export async function saveSequences(
  database: Pick<Pool, 'preparedStatements'>,
  client: Client,
  webhookId: string,
  last: readonly Pick<DueDelivery, 'event' | 'sequence'>[],
): Promise<void> {
  const values = [
    webhookId,
    last.map(({ event }) => event.subjectKey),
    last.map(({ sequence }) => sequence),
    last.map(({ event }) => event.id),
  ];
  await client.query({ ...preparedStatement(database, 'webhook_sequences', count), values });
}

/**
 * A delivery that is not finished, and until when it blocks later ones about the record; null before its first failure.
 */
export interface Block {
  subjectKey: string;
  sequence: number | null;
  until: Date | null;
}

// The first failure sets the end of the wait. An earlier delivery that blocks stays.
const block = `
  UPDATE webhook_streams AS s SET blocking_sequence = given.sequence, blocked_until = given.blocked_until
  FROM unnest($2::text[], $3::bigint[], $4::timestamptz[]) AS given (subject_key, sequence, blocked_until)
  WHERE s.webhook_id = $1 AND s.subject_key = given.subject_key AND s.subject_key = ANY($2)
    AND (s.blocking_sequence IS NULL OR (s.blocking_sequence = given.sequence AND s.blocked_until IS NULL))`;

/** Blocks later events about the same records until these deliveries are finished. */
export async function blockOrdering(client: Client, webhookId: string, blocks: readonly Block[]): Promise<void> {
  if (!blocks.length) return;
  await client.query(block, [
    webhookId,
    blocks.map(({ subjectKey }) => subjectKey),
    blocks.map(({ sequence }) => sequence),
    blocks.map(({ until }) => until),
  ]);
}

const unblock = `
  WITH next AS (
    SELECT s.subject_key, n.id, n.sequence FROM webhook_streams AS s LEFT JOIN LATERAL (
      SELECT id, sequence FROM webhook_deliveries AS d
      WHERE s.sequence > s.blocking_sequence
        AND d.webhook_id = s.webhook_id AND d.subject_key = s.subject_key AND d.sequence > s.blocking_sequence AND d.status = 'waiting'
        AND d.finished_at IS NULL
      ORDER BY d.sequence LIMIT 1
    ) AS n ON true
    WHERE s.webhook_id = $1 AND s.subject_key = ANY($2)
  ), due AS (
    UPDATE webhook_deliveries AS d SET status = 'pending', next_attempt_at = $3 FROM next WHERE d.id = next.id
  )
  UPDATE webhook_streams AS s SET blocking_sequence = next.sequence, blocked_until = NULL FROM next
  WHERE s.webhook_id = $1 AND s.subject_key = ANY($2) AND s.subject_key = next.subject_key`;

/** Unblocks the next delivery about each of these records: it is due. */
export async function unblockNext(
  client: Client,
  webhookId: string,
  subjectKeys: readonly string[],
  now: Date,
): Promise<void> {
  if (subjectKeys.length) await client.query(unblock, [webhookId, subjectKeys, now]);
}

/** Maximum number of records per call. */
const maxRecords = 500;

/** Ends waits that have reached their timeout. */
export async function endOrderingTimeouts(
  { pool }: Pick<Database, 'pool'>,
  webhookId: string,
  now: Date,
): Promise<void> {
  const { rows } = await pool.query<{ subjectKey: string }>(
    `SELECT subject_key AS "subjectKey" FROM webhook_streams WHERE webhook_id = $1 AND blocked_until <= $2
     ORDER BY subject_key LIMIT ${maxRecords}`,
    [webhookId, now],
  );
  const subjectKeys = rows.map(({ subjectKey }) => subjectKey);
  await unblockNext(pool, webhookId, subjectKeys, now);
}

/**
 * Waits for deliveries that were deleted with their events. Rows of deleted webhooks are also deleted
 * (store/retention.ts).
 */
const lost = `FROM webhook_streams AS s JOIN webhooks AS w ON w.id = s.webhook_id WHERE s.blocking_sequence IS NOT NULL AND NOT EXISTS (
  SELECT FROM webhook_deliveries AS d
  WHERE d.webhook_id = s.webhook_id AND d.subject_key = s.subject_key AND d.sequence = s.blocking_sequence AND d.finished_at IS NULL)`;

/** Ends waits for deliveries that were deleted, also after a crash between the deletion and this. */
export async function endLostWaits(database: Pick<Database, 'pool'>, now: Date): Promise<void> {
  await pooledTransaction(database, async (client) => {
    const { rows } = await client.query<{ id: string }>(`SELECT DISTINCT webhook_id AS id ${lost} ORDER BY webhook_id`);
    for (const { id } of rows) {
      // Deliveries of a webhook are only written while its row is locked.
      await client.query('UPDATE webhooks SET due_at = least(due_at, $2) WHERE id = $1', [id, now]);
      const result = await client.query<{ subjectKey: string }>(
        `SELECT subject_key AS "subjectKey" ${lost} AND webhook_id = $1 FOR UPDATE OF s`,
        [id],
      );
      const subjectKeys = result.rows.map(({ subjectKey }) => subjectKey);
      await unblockNext(client, id, subjectKeys, now);
    }
  });
}
