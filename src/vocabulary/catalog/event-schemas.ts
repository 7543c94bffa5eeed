import { z } from 'zod';
import { eventParts, eventShape } from './event-shape.ts';
import { actorKinds, channels, type EventType, events, eventTypes } from '../events.ts';

type Schema = Record<string, unknown>;

/** The schemas that were requested: making all of them takes 50 ms of processor time, and they never change. */
const dataSchemas = new Map<EventType, Schema>();

/** JSON Schema (draft 2020-12) of `data` of an event type. Objects may gain members: consumers ignore unknown ones. */
export const dataSchema = (type: EventType): Schema =>
  dataSchemas.getOrInsertComputed(type, () => forConsumers(z.toJSONSchema(events[type].data, { io: 'output' })));

/**
 * Events are validated strictly when they are written, so that nothing is published by accident. Consumers must accept
 * members that later versions add. `format` describes dates, so `pattern` is removed.
 */
const forConsumers = (schema: unknown): Schema =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === '$schema' || key === 'pattern' || (key === 'additionalProperties' && value === false) ? undefined : value,
    ),
  ) as Schema;

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const { actor, cause, subject } = eventShape.shape;
const describedBy = ({ description }: z.ZodType) => ({ description });

/** Parts of all events. */
const common = {
  EventActor: {
    ...object({
      kind: { enum: actorKinds },
      id: textOrNull,
      label: { ...textOrNull, ...describedBy(actor.shape.label) },
    }),
    description: eventParts.actor,
  },
  EventCause: {
    ...object({
      operation: text,
      requestId: text,
      traceId: { ...textOrNull, ...describedBy(cause.shape.traceId) },
      channel: { enum: channels, ...describedBy(cause.shape.channel) },
      applicationIds: { type: 'array', items: text, ...describedBy(cause.shape.applicationIds) },
    }),
    description: eventParts.cause,
  },
};
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });

/**
 * A whole event of a type, as webhooks deliver it, without the members that they add (`hookId`, `sequence`,
 * `previous`).
 */
const eventSchema = (type: EventType, data: Schema): Schema => ({
  description: events[type].description,
  ...object({
    id: { ...text, ...describedBy(eventShape.shape.id) },
    type: { const: type },
    timestamp: { ...text, format: 'date-time', ...describedBy(eventShape.shape.timestamp) },
    data,
    actor: ref('EventActor'),
    cause: ref('EventCause'),
    subject: {
      ...object({
        kind: { const: events[type].subject },
        id: text,
        label: { ...textOrNull, ...describedBy(subject.shape.label) },
      }),
      ...describedBy(subject),
    },
  }),
});

/**
 * The published catalog: the JSON Schema of every event type. Records that several types contain are defined once.
 */
export function eventCatalog(): Schema {
  const records: Schema = {};
  const entries = eventTypes.map((type) => {
    const { $defs = {}, ...data } = dataSchema(type);
    Object.assign(records, $defs);
    return [type, eventSchema(type, data)] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Event',
    description: 'All event types of Mandate. Events only ever gain members: ignore unknown ones.',
    oneOf: eventTypes.map(ref),
    $defs: { ...Object.fromEntries(entries), ...common, ...records },
  };
}
