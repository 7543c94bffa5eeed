import type { Transaction } from '../platform/database/database.ts';
import { noBump, type VersionBump } from '../store/records/versions.ts';
import { type Channel, events, type EventType } from '../vocabulary/events.ts';
import type { Actor } from './actor.ts';

/** How a change was made. */
export interface Cause {
  operation: string;
  requestId: string;
  channel: Channel;
  /** The applications that acted for the user, the direct caller first; empty if there is none. */
  applicationIds: readonly string[];
}

/**
 * The cause of a stored event. Version 0.1 stored `channel` under the name `door`, and earlier versions no
 * `applicationIds`; processes of those versions may still insert events during an upgrade.
 */
export function readCause(stored: unknown): Cause {
  const { door, ...cause } = stored as Omit<Cause, 'applicationIds'> & Partial<Cause> & { door?: Channel };
  return { applicationIds: [], ...(door && { channel: door }), ...cause };
}

export interface EmittedEvent {
  id: string;
  type: EventType;
  subjectId: string;
  organizationId: string | null;
  data: unknown;
}

/** The common fields of the events of an operation. */
export interface Facts {
  actor: Actor;
  cause: Omit<Cause, 'applicationIds'>;
  occurredAt: Date;
  /** Increments the version of the record that the operation changes. */
  bump?: VersionBump;
}

/**
 * Writes the events of an operation, as the last statement of its transaction: their sequence numbers are taken when
 * every lock of the operation is held, so an event that depends on another has the larger number.
 */
export async function appendEvents(tx: Transaction, emitted: readonly EmittedEvent[], facts: Facts): Promise<void> {
  const { actor, cause, occurredAt, bump = noBump } = facts;
  const rows = emitted.map(({ id, type, subjectId, organizationId, data }) => ({
    id,
    type,
    occurred_at: occurredAt,
    subject_kind: events[type].subject,
    subject_id: subjectId,
    organization_id: organizationId,
    actor: { kind: actor.kind, id: actor.id },
    cause: { ...cause, applicationIds: actor.applicationIds },
    data: events[type].data.parse(data),
  }));
  await tx.$executeRaw`
    ${bump}
    INSERT INTO events (id, type, occurred_at, subject_kind, subject_id, organization_id, actor, cause, data)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id text, type text,
      occurred_at timestamptz, subject_kind text, subject_id text, organization_id text, actor jsonb, cause jsonb, data jsonb)`;
}
