import type { ActorKind, Channel, EventType } from '../vocabulary/events.ts';
import type { SubjectKind } from '../vocabulary/kinds.ts';

/** An event with a position: its place in commit order, a number because it stays far below 2^53. */
export interface PositionedEvent {
  readonly position: number;
  readonly id: string;
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly subjectLabel: string | null;
  readonly organizationId: string | null;
  readonly actor: { kind: ActorKind; id: string | null; label: string | null };
  readonly cause: {
    operation: string;
    requestId: string;
    traceId: string | null;
    channel: Channel;
    applicationIds: readonly string[];
  };
  readonly data: Record<string, unknown>;
  /** Everything that was committed before this time precedes it in the log. Undefined if that is unknown. */
  readonly asOf?: Date | undefined;
}

type JsonColumn = 'actor' | 'cause' | 'data';

/** The columns of an event, with JSON as text, and the position as a driver returns it. */
export type EventRow = Omit<PositionedEvent, JsonColumn | 'position' | 'asOf'> &
  Record<JsonColumn, string> & { position: string | number | bigint };

/** The columns of `EventRow`, from "events" as e. */
export const eventColumns = `e.position, e.id, e.type, e.occurred_at AS "occurredAt", e.subject_kind AS "subjectKind",
  e.subject_id AS "subjectId", e.subject_label AS "subjectLabel", e.organization_id AS "organizationId",
  e.actor::text AS actor, e.cause::text AS cause, e.data::text AS data`;

/**
 * An event of the log. Its JSON is kept as text, which webhooks pass on as it is, and parsed when a member of it is
 * first read.
 */
export class LoggedEvent implements PositionedEvent {
  readonly position: number;
  readonly id: string;
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly subjectLabel: string | null;
  readonly organizationId: string | null;
  readonly json: Readonly<Record<JsonColumn, string>>;
  /** Bytes of `data` as text. */
  readonly size: number;
  asOf: Date | undefined = undefined;
  #actor: PositionedEvent['actor'] | undefined;
  #cause: PositionedEvent['cause'] | undefined;
  #data: PositionedEvent['data'] | undefined;

  constructor(row: EventRow) {
    this.position = Number(row.position);
    this.id = row.id;
    this.type = row.type;
    this.occurredAt = row.occurredAt;
    this.subjectKind = row.subjectKind;
    this.subjectId = row.subjectId;
    this.subjectLabel = row.subjectLabel;
    this.organizationId = row.organizationId;
    this.json = { actor: row.actor, cause: row.cause, data: row.data };
    this.size = Buffer.byteLength(row.data);
  }

  get actor(): PositionedEvent['actor'] {
    return (this.#actor ??= JSON.parse(this.json.actor) as PositionedEvent['actor']);
  }

  get cause(): PositionedEvent['cause'] {
    return (this.#cause ??= JSON.parse(this.json.cause) as PositionedEvent['cause']);
  }

  get data(): PositionedEvent['data'] {
    return (this.#data ??= JSON.parse(this.json.data) as PositionedEvent['data']);
  }

  /** Kind and id of the subject: webhooks receive events with the same key in order. */
  get subjectKey(): string {
    return `${this.subjectKind}:${this.subjectId}`;
  }
}
