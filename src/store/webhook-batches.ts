import type pg from 'pg';
import type { Database } from '../platform/database/database.ts';
import { named } from '../platform/database/statement-names.ts';
import type { WebhookAttempt } from '../vocabulary/resources.ts';
import { copyRows, copyText, type Value } from './sql/copy-rows.ts';
import { textArray } from './sql/text-array.ts';
import type { Turn } from './webhook-turns.ts';

/** Events that were fanned out to a webhook and have no deliveries yet, and how these come to be. */
type Client = Pick<pg.ClientBase, 'query'>;
type Pool = Pick<Database, 'pool' | 'preparedStatements'>;

/** Events that are told together: as many as a round has at most, and fewer than PostgreSQL compresses the places of. */
export const batchSize = 200;

/** Some of them, by their places in the feed; it is known by the first one. */
export interface Batch {
  position: number;
  positions: number[];
  createdAt: Date;
}

/** Batches that are taken together at most, where events come one by one and each has its own. */
const mostBatches = 50;

// Which they are is found out without their places. What comes of int8 would be text, number by number.
const next = `
  SELECT b.position::float8, to_json(b.positions) AS positions, b.created_at AS "createdAt" FROM (
    SELECT position, events, sum(events) OVER (ORDER BY position) AS total FROM (
      SELECT position, cardinality(positions) AS events FROM webhook_batches
      WHERE webhook_id = $1 AND position > $2 ORDER BY position LIMIT ${mostBatches}
    ) AS first
  ) AS counted JOIN webhook_batches AS b ON b.webhook_id = $1 AND b.position = counted.position
  WHERE total <= greatest(events, ${batchSize}) ORDER BY b.position`;

/** The first batches after a position, as many as make up one. */
export async function nextBatches(database: Pool, webhookId: string, after: number): Promise<Batch[]> {
  const query = named(database, 'webhook_batches', next);
  return (await database.pool.query<Batch>({ ...query, values: [webhookId, after] })).rows;
}

/** How events about one record were told so far: how many, the last one, and whether one has yet to be delivered. */
export interface StreamSoFar {
  subjectKey: string;
  sequence: string;
  lastEventId: string;
  isHeld: boolean;
}

const soFar = `
  SELECT subject_key AS "subjectKey", sequence, last_event_id AS "lastEventId", head IS NOT NULL AS "isHeld"
  FROM webhook_streams WHERE webhook_id = $1 AND subject_key = ANY($2)`;

/** Those of them that the webhook was told of before. */
export async function streamsSoFar(
  database: Pool,
  webhookId: string,
  subjectKeys: readonly string[],
): Promise<StreamSoFar[]> {
  const query = named(database, 'webhook_streams', soFar);
  return (await database.pool.query<StreamSoFar>({ ...query, values: [webhookId, textArray(subjectKeys)] })).rows;
}

// All of them or none: where one is gone, another process has told of it, and will tell of the others.
const remove = `
  DELETE FROM webhook_batches WHERE webhook_id = $1 AND position = ANY($2)
    AND cardinality($2) = (SELECT count(*) FROM webhook_batches WHERE webhook_id = $1 AND position = ANY($2))`;

/**
 * Removes batches of which deliveries are made in this transaction, which holds the lock of the webhook. False, and none is removed, when
 * another process has made deliveries of any of them.
 */
export async function removeBatches(client: Client, webhookId: string, positions: readonly number[]): Promise<boolean> {
  const { rowCount } = await client.query(remove, [webhookId, positions]);
  return rowCount === positions.length;
}

/** A delivery as it comes into the tables: it waits for its turn, is due, or was attempted already. */
export interface NewDelivery {
  turn: Turn;
  status: 'waiting' | 'pending' | 'delivered' | 'failed';
  nextAttemptAt: Date | null;
  finishedAt: Date | null;
  /** Its attempt, and the number of that among all of the webhook. Undefined, and null, when there was none. */
  logged: WebhookAttempt | undefined;
  lastAttempt: bigint | null;
}

const columns =
  `id webhook_id event_id event_type position subject_key sequence previous_id status attempts tries next_attempt_at
  first_attempt_at finished_at last_attempt log created_at`.split(/\s+/);

// Named beside the join, keys are looked up one by one (webhook-standings.ts).
const countOn = `
  MERGE INTO webhook_streams AS s USING unnest($2::text[], $3::bigint[], $4::text[]) AS given (subject_key, sequence, event_id)
  ON s.webhook_id = $1 AND s.subject_key = given.subject_key AND s.subject_key = ANY($2)
  WHEN MATCHED THEN UPDATE SET sequence = given.sequence, last_event_id = given.event_id
  WHEN NOT MATCHED THEN INSERT (webhook_id, subject_key, sequence, last_event_id)
    VALUES ($1, given.subject_key, given.sequence, given.event_id)`;

// Where one was held back before, it stays so.
const hold = `
  UPDATE webhook_streams AS s SET head = given.head, held_until = given.held_until
  FROM unnest($2::text[], $3::bigint[], $4::timestamptz[]) AS given (subject_key, head, held_until)
  WHERE s.webhook_id = $1 AND s.subject_key = given.subject_key AND s.subject_key = ANY($2) AND s.head IS NULL`;

/** The delivery of a record whose turn it is, and until when it holds back the next ones; null while it has not failed. */
export interface Head {
  subjectKey: string;
  sequence: string | null;
  heldUntil: Date | null;
}

/** Makes deliveries of events that have none, with the attempts they had, and counts them in their streams. */
export function addDeliveries(
  place: { database: Pool; client: pg.ClientBase },
  webhookId: string,
  { deliveries, heads }: { deliveries: readonly NewDelivery[]; heads: readonly Head[] },
  now: Date,
): Promise<void> {
  const createdAt = now.toISOString();
  const rows = copyText(deliveries.map((delivery) => rowOf(delivery, webhookId, createdAt)));
  const newest = [...new Map(deliveries.map(({ turn }) => [turn.event.subjectKey, turn])).values()];
  const streams = [
    webhookId,
    textArray(newest.map(({ event }) => event.subjectKey)),
    textArray(newest.map(({ sequence }) => sequence)),
    textArray(newest.map(({ event }) => event.id)),
  ];
  return add(place, rows, { streams, heads });
}

// Apart from what it is made of, so that nothing of that is kept while the database works.
async function add(
  { database, client }: { database: Pool; client: pg.ClientBase },
  rows: Buffer,
  { streams, heads }: { streams: readonly (string | null)[]; heads: readonly Head[] },
): Promise<void> {
  await copyRows(client, 'webhook_deliveries', columns, rows);
  await client.query({ ...named(database, 'webhook_count_on', countOn), values: [...streams] });
  if (!heads.length) return;
  const keys = heads.map(({ subjectKey }) => subjectKey);
  const sequences = heads.map(({ sequence }) => sequence);
  await client.query(hold, [streams[0], keys, sequences, heads.map(({ heldUntil }) => heldUntil)]);
}

function rowOf({ turn, logged, ...delivery }: NewDelivery, webhookId: string, createdAt: string): Value[] {
  const attempts = logged ? 1 : 0;
  return [
    turn.id,
    webhookId,
    turn.event.id,
    turn.event.type,
    turn.event.position,
    turn.event.subjectKey,
    turn.sequence,
    turn.previousId,
    delivery.status,
    attempts,
    attempts,
    delivery.nextAttemptAt,
    logged?.startedAt ?? null,
    delivery.finishedAt,
    delivery.lastAttempt,
    JSON.stringify(logged ? [logged] : []),
    createdAt,
  ];
}
