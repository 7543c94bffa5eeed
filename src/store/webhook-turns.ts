import type pg from 'pg';
import type { Database } from '../platform/database.ts';
import type { PlacedEvent } from './event-positions.ts';

/** Deliveries whose turn it is: taken, and what becomes of them. All of them of one webhook. */
type Client = Pick<pg.ClientBase, 'query'>;
type Pool = Pick<Database, 'pool'>;

/** A delivery that is to be attempted, with its event. */
export interface Turn {
  id: string;
  sequence: string | null;
  previousId: string | null;
  subjectKey: string;
  attempts: number;
  tries: number;
  firstAttemptAt: Date | null;
  event: Omit<PlacedEvent, 'position' | 'size'>;
}

const take = `
  WITH due AS (
    SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'pending' AND next_attempt_at <= $2
    ORDER BY next_attempt_at, position LIMIT $3 FOR UPDATE SKIP LOCKED
  )
  UPDATE webhook_deliveries AS d SET next_attempt_at = $4 FROM due, events AS e WHERE d.id = due.id AND e.id = d.event_id
  RETURNING d.id, d.sequence, d.previous_id AS "previousId", d.subject_key AS "subjectKey", d.attempts, d.tries,
    d.first_attempt_at AS "firstAttemptAt", d.position, e.id AS "eventId", e.type, e.occurred_at AS "occurredAt",
    e.subject_kind AS "subjectKind", e.subject_id AS "subjectId", e.organization_id AS "organizationId", e.actor, e.cause, e.data`;

type Row = Omit<Turn, 'event'> &
  Omit<PlacedEvent, 'id' | 'position'> & { eventId: string; position: string; subjectId: string };

/** Takes what is due, the oldest first. When nothing is heard of it until `lease`, it is due again. */
export async function takeTurns(
  { pool }: Pool,
  webhookId: string,
  { now, lease, most }: { now: Date; lease: Date; most: number },
): Promise<Turn[]> {
  const { rows } = await pool.query<Row>(take, [webhookId, now, most, lease]);
  return rows.sort((one, other) => Number(BigInt(one.position) - BigInt(other.position))).map(turnOf);
}

const turnOf = ({ id, sequence, previousId, subjectKey, attempts, tries, firstAttemptAt, ...event }: Row): Turn => ({
  id,
  sequence,
  previousId,
  subjectKey,
  attempts,
  tries,
  firstAttemptAt,
  event: { ...event, id: event.eventId },
});

/**
 * Puts off until `to` what was taken until `from`, and is still: never what somebody else changed meanwhile. Waits for nobody, so it is in
 * nobody's way.
 */
export async function putOffTurns(
  { pool }: Pool,
  ids: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  await pool.query(
    `UPDATE webhook_deliveries SET next_attempt_at = $3 WHERE id IN (
       SELECT id FROM webhook_deliveries WHERE id = ANY($1) AND status = 'pending' AND next_attempt_at = $2
       FOR UPDATE SKIP LOCKED)`,
    [ids, from, to],
  );
}

/** Gives back what was taken and not attempted. */
export async function giveBackTurns({ pool }: Pool, ids: readonly string[], now: Date): Promise<void> {
  if (!ids.length) return;
  await pool.query(`UPDATE webhook_deliveries SET next_attempt_at = $2 WHERE id = ANY($1) AND status = 'pending'`, [
    ids,
    now,
  ]);
}

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

/** One attempt, as the log keeps it. */
export interface LoggedAttempt {
  deliveryId: string;
  number: number;
  startedAt: Date;
  durationMs: number;
  requestHeaders: Record<string, string>;
  status: number | null;
  failure: string | null;
  error: string | null;
  answer: string | null;
}

/** Locks the streams of these deliveries. A statement of its own: what comes after sees all that was added before it had the lock. */
export async function lockTurns(client: Client, webhookId: string, standings: readonly Standing[]): Promise<void> {
  await client.query(
    `SELECT FROM webhook_streams WHERE webhook_id = $1 AND subject_key = ANY($2) ORDER BY subject_key FOR UPDATE`,
    [webhookId, standings.map(({ subjectKey }) => subjectKey)],
  );
}

/** Named beside a join, ids are looked up one by one: how many rows a join has is a guess, and a long queue is no reason to read all of it. */
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Writes down how deliveries stand. Their attempts are numbered on from `after`, the last one of the webhook, whose lock is held. */
export async function saveStandings(client: Client, standings: readonly Standing[], after: bigint): Promise<void> {
  const rows = standings.map((standing, index) => ({
    id: standing.id,
    last_attempt: `${after + BigInt(index + 1)}`,
    status: standing.status,
    attempts: standing.attempts,
    tries: standing.tries,
    next_attempt_at: standing.nextAttemptAt,
    first_attempt_at: standing.firstAttemptAt,
    finished_at: standing.finishedAt,
  }));
  await client.query(
    `UPDATE webhook_deliveries AS d SET status = given.status, attempts = given.attempts, tries = given.tries,
       next_attempt_at = given.next_attempt_at, first_attempt_at = given.first_attempt_at, finished_at = given.finished_at,
       last_attempt = given.last_attempt
     FROM jsonb_to_recordset($1::jsonb) AS given (id text, status text, attempts int, tries int, last_attempt bigint,
       next_attempt_at timestamptz, first_attempt_at timestamptz, finished_at timestamptz)
     WHERE d.id = given.id AND d.id = ANY($2) AND d.status = 'pending'`,
    [JSON.stringify(rows), idsOf(rows)],
  );
}

export async function logAttempts(client: Client, attempts: readonly LoggedAttempt[]): Promise<void> {
  const rows = attempts.map((attempt) => ({
    delivery_id: attempt.deliveryId,
    number: attempt.number,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    request_headers: attempt.requestHeaders,
    status: attempt.status,
    failure: attempt.failure,
    error: attempt.error,
    answer: attempt.answer,
  }));
  await client.query(
    `INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, request_headers, status, failure, error, answer)
     SELECT given.* FROM jsonb_to_recordset($1::jsonb) AS given (delivery_id text, number int, started_at timestamptz,
       duration_ms int, request_headers jsonb, status int, failure text, error text, answer text)
     JOIN webhook_deliveries AS d ON d.id = given.delivery_id WHERE d.id = ANY($2)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows), attempts.map(({ deliveryId }) => deliveryId)],
  );
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

/** Gives the turn to the next delivery of each of these streams, whose locks are held. */
const passOn = `
  WITH next AS (
    SELECT s.subject_key, n.id, n.sequence FROM webhook_streams AS s LEFT JOIN LATERAL (
      SELECT id, sequence FROM webhook_deliveries AS d
      WHERE d.webhook_id = s.webhook_id AND d.subject_key = s.subject_key AND d.sequence > s.head AND d.status = 'waiting'
      ORDER BY d.sequence LIMIT 1
    ) AS n ON true
    WHERE s.webhook_id = $1 AND s.subject_key = ANY($2)
  ), promoted AS (
    UPDATE webhook_deliveries AS d SET status = 'pending', next_attempt_at = $3 FROM next WHERE d.id = next.id
  )
  UPDATE webhook_streams AS s SET head = next.sequence, held_until = NULL FROM next
  WHERE s.webhook_id = $1 AND s.subject_key = ANY ($2) AND s.subject_key = next.subject_key`;

/** Ends the turns of deliveries that are finished; the next ones are due. */
export async function endTurns(
  client: Client,
  webhookId: string,
  standings: readonly Standing[],
  now: Date,
): Promise<void> {
  const finished = standings.filter(({ finishedAt, sequence }) => finishedAt !== null && sequence !== null);
  if (!finished.length) return;
  // One that held back the next ones for too long has lost its turn already.
  const { rows } = await client.query<{ subjectKey: string }>(
    `SELECT s.subject_key AS "subjectKey" FROM webhook_streams AS s
     JOIN unnest($2::text[], $3::bigint[]) AS given (subject_key, sequence)
       ON s.subject_key = given.subject_key AND s.head = given.sequence
     WHERE s.webhook_id = $1 AND s.subject_key = ANY($2)`,
    [webhookId, finished.map(({ subjectKey }) => subjectKey), finished.map(({ sequence }) => sequence)],
  );
  if (rows.length) await client.query(passOn, [webhookId, rows.map(({ subjectKey }) => subjectKey), now]);
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

/** Gives the turn to the next delivery where the one that had it is gone: its event was removed. */
export async function passOnLostTurns(client: Client, now: Date): Promise<void> {
  const { rows } = await client.query<{ webhookId: string; subjectKeys: string[] }>(
    `SELECT webhook_id AS "webhookId", array_agg(subject_key) AS "subjectKeys" FROM (
       SELECT webhook_id, subject_key FROM webhook_streams AS s WHERE head IS NOT NULL AND NOT EXISTS (
         SELECT FROM webhook_deliveries AS d
         WHERE d.webhook_id = s.webhook_id AND d.subject_key = s.subject_key AND d.sequence = s.head)
       ORDER BY webhook_id, subject_key FOR UPDATE) AS lost
     GROUP BY webhook_id`,
  );
  for (const { webhookId, subjectKeys } of rows) await client.query(passOn, [webhookId, subjectKeys, now]);
}

/** When there is something to do for a webhook again; null when there is nothing for now. */
export async function nextTurn({ pool }: Pool, webhookId: string): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `SELECT least(
       (SELECT min(next_attempt_at) FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'pending'),
       (SELECT min(held_until) FROM webhook_streams WHERE webhook_id = $1 AND held_until IS NOT NULL)) AS at`,
    [webhookId],
  );
  return rows[0]?.at ?? null;
}

/** The webhooks that are told of events and have something to do now. */
export async function webhooksWithTurns({ pool }: Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM webhooks AS w WHERE is_enabled AND (rests_until IS NULL OR rests_until <= $1) AND (
       EXISTS (SELECT FROM webhook_deliveries WHERE webhook_id = w.id AND status = 'pending' AND next_attempt_at <= $1)
       OR EXISTS (SELECT FROM webhook_streams WHERE webhook_id = w.id AND held_until <= $1))`,
    [now],
  );
  return rows.map(({ id }) => id);
}
