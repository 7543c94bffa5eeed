import type { Database } from '../platform/database.ts';
import type { EventType, SubjectKind } from '../vocabulary/events.ts';

/**
 * Gives every committed event its place in the feed. A smaller sequence can commit after a larger one, so readers order
 * by position: it is given after the commit, by one sequencer at a time (the lock on the head row), to what is visible then.
 * What has a position is therefore committed; the order has no hole that fills later, and an event comes after those it
 * depends on, because whoever sees it sees them too and their sequence is smaller. Long transactions delay nobody.
 *
 * Several statements in one query are one transaction; without a BEGIN of their own, one that fails leaves none open on
 * a connection that goes back to the pool.
 */
const placeEvents = `
  SELECT position FROM event_head FOR UPDATE;
  WITH pending AS (
    SELECT id, row_number() OVER (ORDER BY sequence) AS place
    FROM (SELECT id, sequence FROM events WHERE position IS NULL ORDER BY sequence LIMIT 1000) AS oldest
  ), placed AS (
    UPDATE events SET position = head.position + pending.place
    FROM pending, event_head AS head WHERE events.id = pending.id
    RETURNING events.position
  )
  UPDATE event_head SET position = (SELECT max(position) FROM placed) WHERE EXISTS (SELECT FROM placed)`;

/** Places what is committed but not yet placed; returns when nothing that was committed before the call is left. */
export async function settleEvents(database: Pick<Database, 'pool'>): Promise<void> {
  const pending = 'SELECT EXISTS (SELECT FROM events WHERE position IS NULL) AS pending';
  while ((await database.pool.query<{ pending: boolean }>(pending)).rows[0]?.pending) {
    await database.pool.query(placeEvents);
  }
}

/** An event that has its place in the feed. */
export interface PlacedEvent {
  position: bigint;
  id: string;
  type: EventType;
  occurredAt: Date;
  subjectKind: SubjectKind;
  subjectId: string;
  organizationId: string | null;
  actor: { kind: 'user' | 'application' | 'platform'; id: string | null };
  cause: { operation: string; requestId: string; door: string };
  data: Record<string, unknown>;
  /** Bytes of `data` as text. */
  size: number;
}

const afterPosition = `
  SELECT position, id, type, occurred_at AS "occurredAt", subject_kind AS "subjectKind", subject_id AS "subjectId",
    organization_id AS "organizationId", actor, cause, data, octet_length(data::text) AS size
  FROM events WHERE position > $1 ORDER BY position LIMIT $2`;

/** The first events after a position, in the order of the feed. */
export async function eventsAfter(
  { pool }: Pick<Database, 'pool'>,
  position: bigint,
  most: number,
): Promise<PlacedEvent[]> {
  const { rows } = await pool.query<Omit<PlacedEvent, 'position'> & { position: string }>(afterPosition, [
    position,
    most,
  ]);
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
}

/** The position given last; 0 before the first event. */
export async function lastPosition({ pool }: Pick<Database, 'pool'>): Promise<bigint> {
  const { rows } = await pool.query<{ position: string }>('SELECT position FROM event_head');
  return BigInt(rows[0]?.position ?? 0);
}
