import type { Database, Transaction } from '../platform/database.ts';
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

/**
 * Writes the events of one operation, as the last statement of its transaction: their sequence numbers are taken when
 * every lock of the operation is already held, so an event that depends on another has the larger number.
 */
export async function appendEvents(
  tx: Transaction,
  emitted: readonly EmittedEvent[],
  facts: { actor: Actor; cause: Cause; occurredAt: Date },
): Promise<void> {
  const actor = { kind: facts.actor.kind, id: facts.actor.id };
  await tx.event.createMany({
    data: emitted.map((event) => ({
      id: event.id,
      type: event.type,
      occurredAt: facts.occurredAt,
      subjectKind: events[event.type].subject,
      subjectId: event.subjectId,
      organizationId: event.organizationId,
      actor,
      cause: { ...facts.cause },
      data: events[event.type].data.parse(event.data) as object,
    })),
  });
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
