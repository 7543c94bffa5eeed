// SQL: leases.
// Leases: while a process holds the lease of a webhook, it alone sends to it. Times of leases are the database's.
import type pg from 'pg';
import type { Health } from '../../domain/webhooks/webhook-health.ts';
import type { Database } from '../../platform/database/database.ts';
import { preparedStatement } from '../../platform/database/prepared-statement.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import { isInLog, type Place } from '../event-positions.ts';
import { pooledTransaction } from '../sql/pooled-transaction.ts';
import { type Endpoint, endpointColumns, type EndpointRow, openEndpoint } from './endpoints.ts';

interface Services {
  database: Pick<Database, 'pool' | 'preparedStatements'>;
  secretBox: SecretBox;
}

/** A webhook that this process may send to. */
export interface Lease extends Endpoint {
  token: string;
}

/** Seconds after which a lease ends unless it is renewed. */
export const leaseSeconds = 10;

const leaseEnd = `clock_timestamp() + interval '${leaseSeconds} seconds'`;
const isFree = '(w.leased_until IS NULL OR w.leased_until <= clock_timestamp())';

// The longest waiting first. Skips rows that another process claims concurrently.
const claim = `
  WITH candidates AS (
    SELECT id, position, since FROM unnest($2::text[], $3::bigint[], $4::timestamptz[]) AS given (id, position, since)
    UNION ALL (
      SELECT w.id, NULL, w.due_at FROM webhooks AS w WHERE w.due_at <= $5 AND w.is_enabled AND ${isFree}
      ORDER BY w.due_at LIMIT $6)
  ), chosen AS (
    SELECT w.id FROM candidates AS c JOIN webhooks AS w ON w.id = c.id
    WHERE ${isFree} AND (c.position IS NULL OR w.cursor < c.position)
    ORDER BY c.since LIMIT $6 FOR NO KEY UPDATE OF w SKIP LOCKED
  )
  UPDATE webhooks AS w SET leased_until = ${leaseEnd}, lease_token = $7 FROM chosen WHERE w.id = chosen.id
  RETURNING ${endpointColumns}`;

/** A webhook with unsent events. */
interface Candidate {
  webhookId: string;
  /** Position of the last event for it. */
  lastMatch: number;
  /** Time at which the first unsent event was read. */
  waitingSince: Date;
}

interface Claim {
  candidates: readonly Candidate[];
  /** Also claims webhooks with something due by then; null claims only the candidates. */
  dueBy: Date | null;
  token: string;
  limit: number;
  now: Date;
}

/** Claims webhooks that have work and that no process holds. */
export async function claimWebhooks(
  { database, secretBox }: Services,
  { candidates, dueBy, token, limit, now }: Claim,
): Promise<Lease[]> {
  const { rows } = await database.pool.query<EndpointRow>({
    ...preparedStatement(database, 'webhook_claim', claim),
    values: [
      now,
      candidates.map(({ webhookId }) => webhookId),
      candidates.map(({ lastMatch }) => lastMatch),
      candidates.map(({ waitingSince }) => waitingSince),
      dueBy,
      limit,
      token,
    ],
  });
  return rows.map((row) => ({ ...openEndpoint(secretBox, row), token }));
}

/** Renews leases. Returns the ids of the webhooks that this process still holds. */
export async function renewLeases({ pool }: Pick<Database, 'pool'>, leases: readonly Lease[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE webhooks AS w SET leased_until = ${leaseEnd} FROM (
       SELECT w.id FROM webhooks AS w JOIN unnest($1::text[], $2::text[]) AS held (id, token) ON w.id = held.id
       WHERE w.lease_token = held.token ORDER BY w.id FOR NO KEY UPDATE OF w) AS held
     WHERE w.id = held.id RETURNING w.id`,
    [leases.map(({ webhookId }) => webhookId), leases.map(({ token }) => token)],
  );
  return rows.map(({ id }) => id);
}

/** Changes to the row of a webhook after a round. */
interface Progress {
  upTo: Place;
  generation: number;
  health: Health;
  attempts: number;
  /** The earliest time of the next resend. */
  resendsFrom: Date | null;
  /** Whether deliveries may be due after it. */
  mayBeDue: boolean;
  /** Whether to end the lease. */
  release: boolean;
}

// Results of an earlier generation do not apply to the current endpoint. If the log has lost what was sent, the cursor
// stays, and the lease ends.
const progress = `
  UPDATE webhooks AS w SET cursor = CASE WHEN log.has_place THEN greatest(w.cursor, $4) ELSE w.cursor END,
    failures = CASE WHEN w.generation = $5 THEN $6 ELSE w.failures END,
    failing_since = CASE WHEN w.generation = $5 THEN $7 ELSE w.failing_since END,
    paused_until = CASE WHEN w.generation = $5 THEN $8 ELSE w.paused_until END,
    attempts_made = w.attempts_made + $9, resends_from = greatest(w.resends_from, $10),
    due_at = CASE WHEN $11 OR NOT log.has_place THEN $1 ELSE w.due_at END,
    leased_until = CASE WHEN $12 OR NOT log.has_place THEN NULL ELSE w.leased_until END,
    lease_token = CASE WHEN $12 OR NOT log.has_place THEN NULL ELSE w.lease_token END
  FROM (SELECT ${isInLog('$4::bigint', '$13')} AS has_place) AS log
  WHERE w.id = $2 AND w.lease_token = $3
  RETURNING w.attempts_made AS "attemptsMade", log.has_place AS "isInLog", ${endpointColumns}`;

/**
 * Stores the progress of a webhook, and locks its row: its deliveries are written after this, in the same transaction.
 * Returns the current webhook, the number of its last attempt, and whether the log still has what was read of it: if
 * not, the cursor stays, and the lease has ended. Undefined if the lease was lost or the webhook does not exist.
 */
export async function saveProgress(
  { database, secretBox }: Services,
  client: Pick<pg.ClientBase, 'query'>,
  { webhookId, token }: Lease,
  { upTo, generation, health, attempts, resendsFrom, mayBeDue, release }: Progress,
  now: Date,
): Promise<{ lease: Lease; attemptsMade: bigint; isInLog: boolean } | undefined> {
  const counts = [health.failures, health.failingSince, health.pausedUntil];
  const rest = [attempts, resendsFrom, mayBeDue, release, upTo.id];
  const { rows } = await client.query<EndpointRow & { attemptsMade: string; isInLog: boolean }>({
    ...preparedStatement(database, 'webhook_progress', progress),
    values: [now, webhookId, token, upTo.position, generation, ...counts, ...rest],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { attemptsMade, isInLog: isKept, ...endpoint } = row;
  return {
    lease: { ...openEndpoint(secretBox, endpoint), token },
    attemptsMade: BigInt(attemptsMade),
    isInLog: isKept,
  };
}

// Deliveries whose event was removed are never sent.
const release = `
  UPDATE webhooks AS w SET leased_until = NULL, lease_token = NULL,
    cursor = CASE WHEN ${isInLog('$4::bigint', '$6')} THEN greatest(w.cursor, $4) ELSE w.cursor END,
    due_at = CASE WHEN w.paused_until > $1 THEN w.paused_until ELSE greatest($5, least(
      (SELECT next_attempt_at FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id
       WHERE d.webhook_id = w.id AND status = 'pending' ORDER BY next_attempt_at LIMIT 1),
      (SELECT min(blocked_until) FROM webhook_streams WHERE webhook_id = w.id AND blocked_until IS NOT NULL))) END
  WHERE w.id = $2 AND w.lease_token = $3 RETURNING w.due_at AS "dueAt", w.cursor::float8`;

interface Released {
  /** When the webhook is due again, not before `notBefore`; null if nothing is scheduled. */
  dueAt: Date | null;
  cursor: number;
}

/** Ends a lease. Returns undefined if it was lost. The cursor stays if the log has lost what was read of it. */
export function releaseWebhook(
  database: Pick<Database, 'pool'>,
  { webhookId, token }: Lease,
  { upTo, notBefore }: { upTo: Place; notBefore: Date | null },
  now: Date,
): Promise<Released | undefined> {
  return pooledTransaction(database, async (client) => {
    // A statement that waits for the row would not see what the transaction that had it scheduled.
    await client.query('SELECT FROM webhooks WHERE id = $1 FOR NO KEY UPDATE', [webhookId]);
    const values = [now, webhookId, token, upTo.position, notBefore, upTo.id];
    return (await client.query<Released>(release, values)).rows[0];
  });
}

const advance = `
  UPDATE webhooks AS w SET cursor = $1 FROM (
    SELECT w.id FROM webhooks AS w WHERE w.id = ANY($2) AND w.cursor < $1 AND ${isFree} AND ${isInLog('$1::bigint', '$3')}
    ORDER BY w.id FOR NO KEY UPDATE) AS idle
  WHERE w.id = idle.id RETURNING w.id`;

/**
 * Advances the cursors of webhooks that receive nothing up to a place of the log, except those that a process holds.
 * Returns the ids of those that were advanced.
 */
export async function advanceCursors(
  { pool }: Pick<Database, 'pool'>,
  webhookIds: readonly string[],
  { position, id: eventId }: Place,
): Promise<string[]> {
  return (await pool.query<{ id: string }>(advance, [position, webhookIds, eventId])).rows.map(({ id }) => id);
}

/** Returns the cursors of the webhooks that exist. */
export async function cursorsOf(
  { pool }: Pick<Database, 'pool'>,
  webhookIds: readonly string[],
): Promise<Map<string, number>> {
  const query = 'SELECT id, cursor::float8 FROM webhooks WHERE id = ANY($1)';
  const { rows } = await pool.query<{ id: string; cursor: number }>(query, [webhookIds]);
  return new Map(rows.map(({ id, cursor }) => [id, cursor]));
}
