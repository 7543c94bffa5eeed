import type pg from 'pg';
import type { ActorKind, Channel, EventType } from '../vocabulary/events.ts';
import type { SubjectKind } from '../vocabulary/kinds.ts';

interface Connections {
  pool: Pick<pg.Pool, 'query'>;
}

/** Events per batch. */
const batchSize = 1000;

/**
 * Assigns positions until no event that was committed before the call is without one.
 *
 * A smaller sequence number can commit after a larger one, so readers sort by position. It is assigned after the
 * commit, by one process at a time (the lock on the row of event_head), to the events that are visible then, in
 * sequence order. So events with a position are committed, no gap is filled later, and an event comes after those it
 * depends on: a reader that sees it also sees them, and their sequence numbers are smaller. A long transaction delays
 * no other one.
 *
 * `assign_positions`, of the migrations, is one batch and one transaction: `npm run bench:events` requires at most half
 * of the processor time of what it replaces.
 */
export async function assignPositions({ pool }: Connections): Promise<void> {
  for (let assigned = batchSize; assigned === batchSize; ) {
    const { rows } = await pool.query<{ assigned: number }>('SELECT assign_positions($1) AS assigned', [batchSize]);
    // Everything that was committed before the lock was visible.
    assigned = rows[0]?.assigned ?? 0;
  }
}

/** An event with a position. */
export interface PositionedEvent {
  position: bigint;
  id: string;
  type: EventType;
  occurredAt: Date;
  subjectKind: SubjectKind;
  subjectId: string;
  subjectLabel: string | null;
  organizationId: string | null;
  actor: { kind: ActorKind; id: string | null; label: string | null };
  cause: {
    operation: string;
    requestId: string;
    traceId: string | null;
    channel: Channel;
    applicationIds: readonly string[];
  };
  data: Record<string, unknown>;
  /** Bytes of `data` as text. */
  size: number;
}

/** Limits of one read: number of events, and bytes of data after which no other event is added. One event at least. */
export interface Page {
  events: number;
  bytes: number;
}

const columns = `e.position, e.id, e.type, e.occurred_at AS "occurredAt", e.subject_kind AS "subjectKind", e.subject_id AS "subjectId",
  e.subject_label AS "subjectLabel", e.organization_id AS "organizationId", e.actor, e.cause, e.data, octet_length(e.data::text) AS size`;

// One by one by position, so the data of events beyond the limit is not read.
const afterPosition = `
  WITH RECURSIVE page AS (
    (SELECT 1 AS place, 0::bigint AS before, ${columns} FROM events AS e WHERE position > $1 ORDER BY position LIMIT 1)
    UNION ALL
    SELECT page.place + 1, page.before + page.size, ${columns} FROM page JOIN events AS e ON e.position = page.position + 1
    WHERE page.place < $2 AND page.before + page.size < $3
  )
  SELECT position, id, type, "occurredAt", "subjectKind", "subjectId", "subjectLabel", "organizationId", actor, cause, data, size
  FROM page ORDER BY position`;

/** Returns the first events after a position, in order: a page, or up to the first gap. */
export async function eventsAfter({ pool }: Connections, position: bigint, page: Page): Promise<PositionedEvent[]> {
  const { rows } = await pool.query<Omit<PositionedEvent, 'position'> & { position: string }>(afterPosition, [
    position,
    page.events,
    page.bytes,
  ]);
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
}

/** The last assigned position; 0 before the first event. */
export async function lastPosition({ pool }: Connections): Promise<bigint> {
  const { rows } = await pool.query<{ position: string }>('SELECT position FROM event_head');
  return BigInt(rows[0]?.position ?? 0);
}
