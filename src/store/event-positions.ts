import type { Database } from '../platform/database/database.ts';
import type { Channel, EventType } from '../vocabulary/events.ts';
import type { SubjectKind } from '../vocabulary/kinds.ts';

/** Events that one statement places. */
const most = 1000;

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
    FROM (SELECT id, sequence FROM events WHERE position IS NULL ORDER BY sequence LIMIT ${most}) AS oldest
  ), placed AS (
    UPDATE events SET position = head.position + pending.place
    FROM pending, event_head AS head WHERE events.id = pending.id
    RETURNING events.position
  )
  UPDATE event_head SET position = (SELECT max(position) FROM placed) WHERE EXISTS (SELECT FROM placed)
  RETURNING (SELECT count(*) FROM placed)::int AS placed`;

/** Places what is committed but not yet placed; returns when nothing that was committed before the call is left. */
export async function settleEvents(database: Pick<Database, 'pool'>): Promise<void> {
  const pending = 'SELECT EXISTS (SELECT FROM events WHERE position IS NULL) AS pending';
  while ((await database.pool.query<{ pending: boolean }>(pending)).rows[0]?.pending) {
    const results = (await database.pool.query(placeEvents)) as unknown as { rows: { placed: number }[] }[];
    // After the lock, everything that was committed before it was visible.
    if ((results[1]?.rows[0]?.placed ?? 0) < most) return;
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
  cause: { operation: string; requestId: string; channel: Channel; applicationIds: readonly string[] };
  data: Record<string, unknown>;
  /** Bytes of `data` as text. */
  size: number;
}

/** How much of the log is taken at once: so many events at most, and none after so many bytes of data. One event at least. */
export interface Page {
  events: number;
  bytes: number;
}

/** The cause of an event ("events" as e) as `readCause` returns it, also if an earlier version wrote it. */
export const eventCause = `(jsonb_build_object('applicationIds', '[]'::jsonb, 'channel', e.cause -> 'door') || (e.cause - 'door'::text))`;

const columns = `e.position, e.id, e.type, e.occurred_at AS "occurredAt", e.subject_kind AS "subjectKind", e.subject_id AS "subjectId",
  e.organization_id AS "organizationId", e.actor, ${eventCause} AS cause, e.data, octet_length(e.data::text) AS size`;

// One by one, by their places, which follow one another: the data of those that do not fit any more is not even looked at.
const afterPosition = `
  WITH RECURSIVE page AS (
    (SELECT 1 AS place, 0::bigint AS before, ${columns} FROM events AS e WHERE position > $1 ORDER BY position LIMIT 1)
    UNION ALL
    SELECT page.place + 1, page.before + page.size, ${columns} FROM page JOIN events AS e ON e.position = page.position + 1
    WHERE page.place < $2 AND page.before + page.size < $3
  )
  SELECT position, id, type, "occurredAt", "subjectKind", "subjectId", "organizationId", actor, cause, data, size
  FROM page ORDER BY position`;

/** The first events after a position, in the order of the feed: a page of them, or those before the first hole. */
export async function eventsAfter(
  { pool }: Pick<Database, 'pool'>,
  position: bigint,
  page: Page,
): Promise<PlacedEvent[]> {
  const { rows } = await pool.query<Omit<PlacedEvent, 'position'> & { position: string }>(afterPosition, [
    position,
    page.events,
    page.bytes,
  ]);
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
}

/** The position given last; 0 before the first event. */
export async function lastPosition({ pool }: Pick<Database, 'pool'>): Promise<bigint> {
  const { rows } = await pool.query<{ position: string }>('SELECT position FROM event_head');
  return BigInt(rows[0]?.position ?? 0);
}
