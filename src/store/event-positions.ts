// SQL: a function of the database; reads that stop at a number of bytes.
import type pg from 'pg';
import type { Database } from '../platform/database/database.ts';
import { preparedStatement } from '../platform/database/prepared-statement.ts';
import { eventColumns, type EventRow, LoggedEvent } from './logged-event.ts';

interface Connections {
  pool: Pick<pg.Pool, 'query'>;
}

/** Events per batch. */
const batchSize = 1000;

/** The log, before positions were assigned. */
export interface LogState {
  /** The last position. */
  head: number;
  /** Id of the event at the position that was given; null if there is none. */
  id: string | null;
}

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
export async function assignPositions(database: Connections): Promise<void> {
  await extendLog(database, 0);
}

/**
 * Assigns positions, and returns what the log had before, with the event at a position: a reader notices by it that the
 * log has lost what was read of it.
 */
export async function extendLog({ pool }: Connections, position: number): Promise<LogState> {
  for (;;) {
    const { rows } = await pool.query<Assigned>(assign, [batchSize, position]);
    const [{ assigned, head, id } = nothing] = rows;
    // Everything that was committed before the lock was visible.
    if (assigned < batchSize) return { head: Number(head), id };
  }
}

type Assigned = { assigned: number; head: string } & Pick<LogState, 'id'>;
const nothing: Assigned = { assigned: 0, head: '0', id: null };
const assign = `
  SELECT assign_positions($1) AS assigned, (SELECT position FROM event_head) AS head,
    (SELECT id FROM events WHERE position = $2) AS id`;

/** A position, with the id of its event: null if that is unknown, or retention has removed it. */
export interface Place {
  position: number;
  id: string | null;
}

/** Whether the log still has what was read of it up to a place: a failover of PostgreSQL can lose its last events. */
export const isInLog = (position: string, id: string): string =>
  `(${position} <= (SELECT position FROM event_head) AND NOT EXISTS (SELECT FROM events WHERE position = ${position} AND id <> ${id}))`;

/** Limits of one read: number of events, and bytes of data after which no other event is added. One event at least. */
export interface Page {
  events: number;
  bytes: number;
}

// One by one by position, so the data of events beyond the limit is not read.
const afterPosition = `
  WITH RECURSIVE page AS (
    (SELECT 1 AS place, 0::bigint AS before, ${eventColumns} FROM events AS e WHERE position > $1 ORDER BY position LIMIT 1)
    UNION ALL
    SELECT page.place + 1, page.before + octet_length(page.data), ${eventColumns}
    FROM page JOIN events AS e ON e.position = page.position + 1
    WHERE page.place < $2 AND page.before + octet_length(page.data) < $3
  )
  SELECT position, id, type, "occurredAt", "subjectKind", "subjectId", "subjectLabel", "organizationId", actor, cause, data
  FROM page ORDER BY position`;

/** Returns the first events after a position, in order: a page, or up to the first gap. */
export async function eventsAfter(
  database: Pick<Database, 'pool' | 'preparedStatements'>,
  position: number,
  { events, bytes }: Page,
): Promise<LoggedEvent[]> {
  const query = preparedStatement(database, 'events_after', afterPosition);
  const { rows } = await database.pool.query<EventRow>({ ...query, values: [position, events, bytes] });
  return rows.map((row) => new LoggedEvent(row));
}

/** The last assigned position; 0 before the first event. */
export async function lastPosition({ pool }: Connections): Promise<number> {
  const { rows } = await pool.query<{ position: string }>('SELECT position FROM event_head');
  return Number(rows[0]?.position ?? 0);
}
