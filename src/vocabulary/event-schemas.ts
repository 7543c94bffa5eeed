import { z } from 'zod';
import {
  actorKinds,
  actorLabelMeaning,
  channels,
  type EventType,
  events,
  eventTypes,
  subjectLabelMeaning,
  traceIdMeaning,
} from './events.ts';

type Schema = Record<string, unknown>;

/** JSON Schema (draft 2020-12) of `data` of an event type. Objects may gain members: consumers ignore unknown ones. */
export const dataSchema = (type: EventType): Schema =>
  forConsumers(z.toJSONSchema(events[type].data, { io: 'output' }));

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

/** Parts of all events. */
const common = {
  EventActor: {
    ...object({ kind: { enum: actorKinds }, id: textOrNull, label: { ...textOrNull, description: actorLabelMeaning } }),
    description: 'The actor that caused an event.',
  },
  EventCause: {
    ...object({
      operation: text,
      requestId: text,
      traceId: { ...textOrNull, description: traceIdMeaning },
      channel: { enum: channels, description: 'Channel through which the change was made.' },
      applicationIds: {
        type: 'array',
        items: text,
        description:
          'Ids of the applications that acted for the user: the calling application first, then those that obtained its token by an earlier exchange.',
      },
    }),
    description: 'The cause of an event.',
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
    id: { ...text, description: 'Id of the event, the same in the event log, in subscriptions and as `webhook-id`.' },
    type: { const: type },
    timestamp: { ...text, format: 'date-time', description: 'Time of the event.' },
    data,
    actor: ref('EventActor'),
    cause: ref('EventCause'),
    subject: {
      ...object({
        kind: { const: events[type].subject },
        id: text,
        label: { ...textOrNull, description: subjectLabelMeaning },
      }),
      description: 'The record that the event is about.',
    },
  }),
});

/**
 * The published catalog: the JSON Schema of every event type. Records that several types contain are defined once.
 */
export function eventCatalog(): Schema {
  const records: Schema = {};
  const own = eventTypes.map((type) => {
    const { $defs = {}, ...data } = dataSchema(type);
    Object.assign(records, $defs);
    return [type, eventSchema(type, data)] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Event',
    description: 'All event types of Mandate. Events only ever gain members: ignore unknown ones.',
    oneOf: eventTypes.map(ref),
    $defs: { ...Object.fromEntries(own), ...common, ...records },
  };
}
