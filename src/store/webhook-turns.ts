import type pg from 'pg';
import type { Database } from '../platform/database.ts';
import { named } from '../platform/statement-names.ts';
import type { WebhookAttempt } from '../vocabulary/resources.ts';
import { type EventText, eventTextColumns } from './webhook-events.ts';

/** Deliveries whose turn it is, and what becomes of them. All of them of one webhook. */
type Client = Pick<pg.ClientBase, 'query'>;
type Pool = Pick<Database, 'pool' | 'preparedStatements'>;

/** A delivery that is to be attempted, with its event. */
export interface Turn {
  id: string;
  sequence: string | null;
  previousId: string | null;
  attempts: number;
  tries: number;
  firstAttemptAt: Date | null;
  event: EventText;
}

// Few events are looked up, in the order in which they are told: those of the rows that the limit leaves.
const due = `
  SELECT d.id AS "deliveryId", d.sequence, d.previous_id AS "previousId", d.attempts, d.tries,
    d.first_attempt_at AS "firstAttemptAt", ${eventTextColumns}
  FROM (
    SELECT * FROM webhook_deliveries
    WHERE webhook_id = $1 AND status = 'pending' AND next_attempt_at <= $2 AND id <> ALL($4)
    ORDER BY next_attempt_at, position LIMIT $3
  ) AS d JOIN events AS e ON e.id = d.event_id ORDER BY d.position`;

type Row = Omit<Turn, 'id' | 'event'> & EventText & { deliveryId: string };

/** What is due, the oldest first, but for some deliveries. */
export async function dueTurns(
  database: Pool,
  webhookId: string,
  { now, most, except }: { now: Date; most: number; except: readonly string[] },
): Promise<Turn[]> {
  const query = named(database, 'webhook_due', due);
  const { rows } = await database.pool.query<Row>({ ...query, values: [webhookId, now, most, except] });
  return rows.map(turnOf);
}

const turnOf = ({ deliveryId, sequence, previousId, attempts, tries, firstAttemptAt, ...event }: Row): Turn => ({
  id: deliveryId,
  sequence,
  previousId,
  attempts,
  tries,
  firstAttemptAt,
  event,
});

/** How a delivery stands after an attempt. */
export interface Standing {
  id: string;
  subjectKey: string;
  sequence: string | null;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  tries: number;
  nextAttemptAt: Date | null;
  firstAttemptAt: Date;
  finishedAt: Date | null;
  /** When it stops holding back later events about the same record; null when it is finished. */
  holdsUntil: Date | null;
}

/** Where events about one record stand: the sequence of the delivery whose turn it is. */
export interface LockedStream {
  subjectKey: string;
  head: string | null;
}

/** Locks the streams of these deliveries. A statement of its own: what comes after sees all that was added before it had the lock. */
export async function lockStreams(
  client: Client,
  webhookId: string,
  subjectKeys: readonly string[],
): Promise<LockedStream[]> {
  const { rows } = await client.query<LockedStream>(
    `SELECT subject_key AS "subjectKey", head FROM webhook_streams WHERE webhook_id = $1 AND subject_key = ANY($2)
     ORDER BY subject_key FOR UPDATE`,
    [webhookId, subjectKeys],
  );
  return rows;
}

// Named beside a join, ids are looked up one by one: how many rows a join has is a guess, and a long queue is no reason to read all of it.
// MERGE asks for the status after the join: an UPDATE that asks before it is planned as if hardly anything were pending, and compares every
// row that is given with every other.
const stand = `
  MERGE INTO webhook_deliveries AS d
  USING jsonb_to_recordset($1::jsonb) AS given (id text, last bigint, standing text, attempts int, tries int, due timestamptz,
    first timestamptz, finished timestamptz, logged jsonb)
  ON d.id = given.id AND d.id = ANY($2)
  WHEN MATCHED AND d.status = 'pending' THEN UPDATE SET status = given.standing, attempts = given.attempts, tries = given.tries,
    next_attempt_at = given.due, first_attempt_at = given.first, finished_at = given.finished, last_attempt = given.last,
    log = (d.log::jsonb || given.logged)::json`;

/**
 * Writes down how deliveries stand, and the attempts that they had. These are numbered on from `after`, the last one of the webhook, whose
 * lock is held.
 */
export async function saveAttempts(
  client: Client,
  { standings, logged }: { standings: readonly Standing[]; logged: readonly WebhookAttempt[] },
  after: bigint,
): Promise<void> {
  const rows = standings.map((standing, index) => ({
    id: standing.id,
    last: `${after + BigInt(index + 1)}`,
    standing: standing.status,
    attempts: standing.attempts,
    tries: standing.tries,
    due: standing.nextAttemptAt,
    first: standing.firstAttemptAt,
    finished: standing.finishedAt,
    logged: logged[index],
  }));
  await client.query(stand, [JSON.stringify(rows), rows.map(({ id }) => id)]);
}

/** Notes until when deliveries that failed hold back the next ones. The first failure says it. */
export async function holdBack(client: Client, webhookId: string, standings: readonly Standing[]): Promise<void> {
  const holding = standings.filter(({ holdsUntil, sequence }) => holdsUntil !== null && sequence !== null);
  if (!holding.length) return;
  await client.query(
    `UPDATE webhook_streams AS s SET held_until = given.holds_until
     FROM unnest($2::text[], $3::bigint[], $4::timestamptz[]) AS given (subject_key, sequence, holds_until)
     WHERE s.webhook_id = $1 AND s.subject_key = given.subject_key AND s.head = given.sequence AND s.held_until IS NULL`,
    [
      webhookId,
      holding.map(({ subjectKey }) => subjectKey),
      holding.map(({ sequence }) => sequence),
      holding.map(({ holdsUntil }) => holdsUntil),
    ],
  );
}

/** Gives the turn to the next delivery of each of these streams, whose locks are held. What is not finished has an index of its own. */
const passOn = `
  WITH next AS (
    SELECT s.subject_key, n.id, n.sequence FROM webhook_streams AS s LEFT JOIN LATERAL (
      SELECT id, sequence FROM webhook_deliveries AS d
      WHERE s.sequence > s.head
        AND d.webhook_id = s.webhook_id AND d.subject_key = s.subject_key AND d.sequence > s.head AND d.status = 'waiting'
        AND d.finished_at IS NULL
      ORDER BY d.sequence LIMIT 1
    ) AS n ON true
    WHERE s.webhook_id = $1 AND s.subject_key = ANY($2)
  ), promoted AS (
    UPDATE webhook_deliveries AS d SET status = 'pending', next_attempt_at = $3 FROM next WHERE d.id = next.id
  )
  UPDATE webhook_streams AS s SET head = next.sequence, held_until = NULL FROM next
  WHERE s.webhook_id = $1 AND s.subject_key = ANY ($2) AND s.subject_key = next.subject_key`;

/** Ends the turns of deliveries that are finished, and whose streams were locked; the next ones are due. */
export async function endTurns(
  client: Client,
  webhookId: string,
  { standings, streams }: { standings: readonly Standing[]; streams: readonly LockedStream[] },
  now: Date,
): Promise<void> {
  const heads = new Map(streams.map(({ subjectKey, head }) => [subjectKey, head]));
  // One that held back the next ones for too long has lost its turn already.
  const ended = standings.filter(
    ({ finishedAt, sequence, subjectKey }) =>
      finishedAt !== null && sequence !== null && heads.get(subjectKey) === sequence,
  );
  const subjectKeys = ended.map(({ subjectKey }) => subjectKey);
  if (subjectKeys.length) await client.query(passOn, [webhookId, subjectKeys, now]);
}

/** Streams that one look passes on at most. */
const mostStreams = 500;

/** Gives the turn to what was held back for long enough. */
export async function endHolds(client: Client, webhookId: string, now: Date): Promise<void> {
  const { rows } = await client.query<{ subjectKey: string }>(
    `SELECT subject_key AS "subjectKey" FROM webhook_streams WHERE webhook_id = $1 AND held_until <= $2
     ORDER BY subject_key LIMIT ${mostStreams} FOR UPDATE`,
    [webhookId, now],
  );
  if (rows.length) await client.query(passOn, [webhookId, rows.map(({ subjectKey }) => subjectKey), now]);
}

/** Streams in which the delivery that has the turn is gone: its event was removed. */
const lost = `FROM webhook_streams AS s WHERE head IS NOT NULL AND NOT EXISTS (
  SELECT FROM webhook_deliveries AS d
  WHERE d.webhook_id = s.webhook_id AND d.subject_key = s.subject_key AND d.sequence = s.head AND d.finished_at IS NULL)`;

/** Gives the turn to the next delivery where the one that had it is gone. */
export async function passOnLostTurns(client: Client, now: Date): Promise<void> {
  const { rows } = await client.query<{ id: string }>(`SELECT DISTINCT webhook_id AS id ${lost} ORDER BY id`);
  for (const { id } of rows) {
    // Whoever writes down anything of a webhook holds this lock first.
    await client.query('SELECT FROM webhooks WHERE id = $1 FOR NO KEY UPDATE', [id]);
    const found = await client.query<{ subjectKey: string }>(
      `SELECT subject_key AS "subjectKey" ${lost} AND webhook_id = $1 FOR UPDATE`,
      [id],
    );
    await client.query(passOn, [id, found.rows.map(({ subjectKey }) => subjectKey), now]);
  }
}

/** When there is something to do for a webhook again, but for what was just fanned out to it; null when there is nothing for now. */
export async function nextTurn({ pool }: Pick<Pool, 'pool'>, webhookId: string): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `SELECT least(
       (SELECT min(next_attempt_at) FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'pending'),
       (SELECT min(held_until) FROM webhook_streams WHERE webhook_id = $1 AND held_until IS NOT NULL)) AS at`,
    [webhookId],
  );
  return rows[0]?.at ?? null;
}

/** The webhooks that are told of events and have something to do now. */
export async function webhooksWithTurns({ pool }: Pick<Pool, 'pool'>, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM webhooks AS w WHERE is_enabled AND (rests_until IS NULL OR rests_until <= $1) AND (
       EXISTS (SELECT FROM webhook_batches WHERE webhook_id = w.id)
       OR EXISTS (SELECT FROM webhook_deliveries WHERE webhook_id = w.id AND status = 'pending' AND next_attempt_at <= $1)
       OR EXISTS (SELECT FROM webhook_streams WHERE webhook_id = w.id AND held_until <= $1))`,
    [now],
  );
  return rows.map(({ id }) => id);
}
