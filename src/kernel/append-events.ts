// SQL: events with names of related records, in one statement.
import { holdersIn, isShortened, shortened } from '../domain/events/holders.ts';
import { labelIn } from '../domain/events/labels.ts';
import type { Transaction } from '../platform/database/database.ts';
import { holderRows, saveHolders } from '../store/event-holders.ts';
import { nameOf, organizationName } from '../store/records/present-names.ts';
import { noBump, type VersionBump } from '../store/row-locks/versions.ts';
import { type Channel, events, type EventType } from '../vocabulary/events.ts';
import type { Actor } from './actor.ts';

type Data = Readonly<Record<string, unknown>>;

/** The cause of a change. */
export interface Cause {
  operation: string;
  requestId: string;
  /** Id of the trace of the request (W3C Trace Context); null if the platform acted by itself. */
  traceId: string | null;
  channel: Channel;
  /** The applications that acted for the user, the direct caller first; empty if there is none. */
  applicationIds: readonly string[];
}

/** The cause of a stored event. */
export const readCause = (stored: unknown): Cause => stored as Cause;

/** The actor of a stored event. */
export interface StoredActor extends Pick<Actor, 'kind' | 'id'> {
  /** Name by which people recognized it at the time of the event. */
  label: string | null;
}

export const readActor = (stored: unknown): StoredActor => stored as StoredActor;

export interface EmittedEvent {
  id: string;
  type: EventType;
  subjectId: string;
  organizationId: string | null;
  data: unknown;
}

/** The common fields of the events of an operation. */
export interface CommonFields {
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
export async function appendEvents(
  tx: Transaction,
  emitted: readonly EmittedEvent[],
  common: CommonFields,
): Promise<void> {
  const { actor, cause, occurredAt, bump = noBump } = common;
  const labels = labelsIn(emitted);
  const holders: object[] = [];
  const rows = emitted.map(({ id, type, subjectId, organizationId, data }) => {
    const stored = shortened(type, events[type].data.parse(data));
    if (isShortened(type, stored)) holders.push(...holderRows(id, holdersIn(type, data as Data)));
    return {
      id,
      type,
      occurred_at: occurredAt,
      subject_kind: events[type].subject,
      subject_id: subjectId,
      subject_label: labelIn(events[type].subject, data) ?? labels.get(subjectId),
      organization_id: organizationId,
      actor: { kind: actor.kind, id: actor.id },
      cause: { ...cause, applicationIds: actor.applicationIds },
      data: stored,
    };
  });
  await saveHolders(tx, holders);
  await tx.$executeRaw`/* name: append_events */
    ${bump}
    INSERT INTO events (id, type, occurred_at, subject_kind, subject_id, subject_label, organization_id, actor, cause, data)
    SELECT id, type, occurred_at, subject_kind, subject_id, coalesce(subject_label, ${organizationName('given')}), organization_id,
      actor || jsonb_build_object('label', coalesce(${nameOf(actor.kind, actor.id)}, ${labels.get(actor.id ?? '') ?? null}::text)), cause, data
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id text, type text, occurred_at timestamptz,
      subject_kind text, subject_id text, subject_label text, organization_id text, actor jsonb, cause jsonb, data jsonb)`;
}

/** The labels of the records that the events contain: also of those that the operation has deleted. */
const labelsIn = (emitted: readonly EmittedEvent[]): Map<string, string> =>
  new Map(
    emitted.flatMap(({ type, subjectId, data }): [string, string][] => {
      const label = labelIn(events[type].subject, data);
      return label === undefined ? [] : [[subjectId, label]];
    }),
  );
