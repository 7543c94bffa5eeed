import { z } from 'zod';
import { channels, emittedWhen, type EventType, events, eventTypes } from './events.ts';

type Schema = Record<string, unknown>;

/** JSON Schema (draft 2020-12) of `data` of an event of that type. Objects may gain members: a reader ignores those it does not know. */
export const dataSchema = (type: EventType): Schema => forReaders(z.toJSONSchema(events[type].data, { io: 'output' }));

/**
 * The shapes are strict where events are written, so that nothing gets out by accident; readers must bear what later versions add. What a
 * date is, "format" says.
 */
const forReaders = (schema: unknown): Schema =>
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
    ...object({ kind: { enum: ['user', 'application', 'platform'] }, id: textOrNull }),
    description: 'Who caused an event.',
  },
  EventCause: {
    ...object({
      operation: text,
      requestId: text,
      channel: { enum: channels, description: 'Channel through which the change was made.' },
      applicationIds: {
        type: 'array',
        items: text,
        description:
          'The applications that acted for the user: the one that called, then those that exchanged its token before.',
      },
    }),
    description: 'How an event came about.',
  },
};
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });

/** A whole event of that type, as webhooks deliver it but for `hookId`. */
const eventSchema = (type: EventType, data: Schema): Schema => ({
  description: emittedWhen(type),
  ...object({
    id: { ...text, description: 'The same everywhere: in the log, in subscriptions and as `webhook-id`.' },
    type: { const: type },
    timestamp: { ...text, format: 'date-time', description: 'When it happened.' },
    data,
    actor: ref('EventActor'),
    cause: ref('EventCause'),
    subject: { ...object({ kind: { const: events[type].subject }, id: text }), description: 'What it is about.' },
  }),
});

/** Every event type with the JSON Schema of its events: the published catalogue. Records that several events hold are defined once. */
export function eventCatalogue(): Schema {
  const records: Schema = {};
  const own = eventTypes.map((type) => {
    const { $defs = {}, ...data } = dataSchema(type);
    Object.assign(records, $defs);
    return [type, eventSchema(type, data)] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Event',
    description: 'Every event of Mandate. Events only ever gain members: ignore those you do not know.',
    oneOf: eventTypes.map(ref),
    $defs: { ...Object.fromEntries(own), ...common, ...records },
  };
}
