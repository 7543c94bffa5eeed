import { LRUCache } from 'lru-cache';
import type { Database } from '../platform/database/database.ts';
import type { EventType } from '../vocabulary/events.ts';
import type { SubjectKind } from '../vocabulary/kinds.ts';
import { eventCause } from './event-positions.ts';
import { subjectKeyOf } from './webhook-matches.ts';

/** An event on its way to webhooks. What it holds is JSON as PostgreSQL writes it, which nobody has to read to pass it on. */
export interface EventText {
  position: number;
  id: string;
  type: EventType;
  occurredAt: Date;
  subjectKind: SubjectKind;
  subjectId: string;
  /** Both: events with the same reach a webhook one after the other. */
  subjectKey: string;
  organizationId: string | null;
  actor: string;
  cause: string;
  data: string;
  /** What every receiver is told of it, put together for the first one. */
  text?: string;
}

/** The columns of an event ("events" as e) that make up its text. */
export const eventTextColumns = `e.position::float8, e.id, e.type, e.occurred_at AS "occurredAt", e.subject_kind AS "subjectKind",
  e.subject_id AS "subjectId", ${subjectKeyOf} AS "subjectKey", e.organization_id AS "organizationId", e.actor::text, ${eventCause}::text AS cause, e.data::text`;

const at = `SELECT ${eventTextColumns} FROM events AS e WHERE e.position = ANY($1) ORDER BY e.position`;

/** Reads the events at these places in the feed, in its order; those that were removed are left out. */
export type ReadEventTexts = (positions: readonly number[]) => Promise<EventText[]>;

/** Characters that are kept, and milliseconds for which they are: webhooks are told of the same events at about the same time. */
const kept = { maxSize: 8_388_608, ttl: 10_000 };

/** Reads events once for all webhooks that are told of the same ones together. */
export function createEventTexts({ pool }: Pick<Database, 'pool'>): ReadEventTexts {
  const read: ReadEventTexts = async (positions) => (await pool.query<EventText>(at, [positions])).rows;
  const recent = new LRUCache<string, EventText[], readonly number[]>({
    ...kept,
    sizeCalculation: (events) => events.reduce((size, { data }) => size + data.length, 1),
    fetchMethod: (_key, _old, { context }) => read(context),
  });
  return async (positions) => (await recent.fetch(positions.join(), { context: positions })) ?? read(positions);
}
