import type { Database, Transaction } from '../platform/database.ts';
import { type Counted, nothingCounted } from '../store/versions.ts';
import { events, type EventType } from '../vocabulary/events.ts';
import type { Actor } from './actor.ts';

/** Through which door, in which request and by which operation a change came. */
export interface Cause {
  operation: string;
  requestId: string;
  door: 'graphql' | 'rest' | 'oidc' | 'sign-in' | 'platform';
}

export interface EmittedEvent {
  id: string;
  type: EventType;
  subjectId: string;
  organizationId: string | null;
  data: unknown;
}

/** What the events of one operation have in common. */
export interface Facts {
  actor: Actor;
  cause: Cause;
  occurredAt: Date;
  /** Counts the change of the record that the operation is about (store/versions.ts). */
  counted?: Counted;
}

/**
 * Writes the events of one operation, as the last statement of its transaction: their sequence numbers are taken when
 * every lock of the operation is already held, so an event that depends on another has the larger number.
 */
export async function appendEvents(tx: Transaction, emitted: readonly EmittedEvent[], facts: Facts): Promise<void> {
  const { actor, cause, occurredAt, counted = nothingCounted } = facts;
  const rows = emitted.map(({ id, type, subjectId, organizationId, data }) => ({
    id,
    type,
    occurred_at: occurredAt,
    subject_kind: events[type].subject,
    subject_id: subjectId,
    organization_id: organizationId,
    actor: { kind: actor.kind, id: actor.id },
    cause,
    data: events[type].data.parse(data),
  }));
  await tx.$executeRaw`
    ${counted}
    INSERT INTO events (id, type, occurred_at, subject_kind, subject_id, organization_id, actor, cause, data)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id text, type text,
      occurred_at timestamptz, subject_kind text, subject_id text, organization_id text, actor jsonb, cause jsonb, data jsonb)`;
}

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
export async function settleEvents(database: Database): Promise<void> {
  const pending = 'SELECT EXISTS (SELECT FROM events WHERE position IS NULL) AS pending';
  while ((await database.pool.query<{ pending: boolean }>(pending)).rows[0]?.pending) {
    await database.pool.query(placeEvents);
  }
}
