import { messageExampleOf } from '../../domain/events/message-example.ts';
import { eventCatalog } from '../../vocabulary/catalog/event-schemas.ts';
import { eventTypeNames } from '../../vocabulary/catalog/event-type-names.ts';
import { type EventType, eventTypes } from '../../vocabulary/events.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

/** The members of messages to webhooks besides the event. */
const place: Record<string, JsonSchema> = {
  hookId: { type: 'string', description: 'The webhook.' },
  sequence: {
    type: ['integer', 'null'],
    description:
      'Number of the event among those about the same record, for this webhook; null if sent outside of that order.',
  },
  previous: { type: ['string', 'null'], description: 'Id of the event with the number before; null if there is none.' },
};

/** The section `webhooks`: the messages, with a schema for each event type. */
export function describeWebhooks(schemas: Schemas): object {
  addEventSchemas(schemas);
  const mapping = Object.fromEntries(eventTypes.map((type) => [type, pathTo(eventTypeNames[type])]));
  const message = schemas.name('WebhookMessage', {
    description: 'An event, as webhooks without a `selection` receive it. Later versions may add members and types.',
    oneOf: eventTypes.map((type) => ({ $ref: pathTo(eventTypeNames[type]) })),
    discriminator: { propertyName: 'type', mapping },
  });
  return {
    event: {
      post: {
        operationId: 'receiveEvent',
        tags: ['webhooks'],
        summary: 'Receive an event.',
        description:
          'Sent to the `url` of each webhook that the event is for, signed as Standard Webhooks specifies. With a `selection`, `data` is its result, and `actor`, `cause` and `subject` are only sent if they are selected.',
        security: [],
        parameters: headers,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: message, example: messageExampleOf('Role.Created', 'createRole') } },
        },
        responses: {
          '2XX': { description: 'Received. Within 15 seconds.' },
          '4XX': { description: 'Not received, as any other response. The message is sent again later.' },
        },
      },
    },
  };
}

const headers = [
  ['webhook-id', 'Id of the event, the same for every attempt.'],
  ['webhook-timestamp', 'Time of the attempt, in seconds since 1970.'],
  ['webhook-signature', 'Signatures, separated by spaces: `v1` with the secret, `v1a` with the key pair.'],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }));

const pathTo = (name: string): string => `#/components/schemas/${name}`;

/** Adds the catalog of events. Records in events have the schemas of responses, where these have them already. */
function addEventSchemas({ named }: Schemas): void {
  const { $defs } = eventCatalog() as { $defs: Record<string, JsonSchema> };
  for (const [name, schema] of Object.entries($defs)) {
    const isType = name in eventTypeNames;
    named[isType ? eventTypeNames[name as EventType] : name] ??= located(isType ? asMessage(schema) : schema);
  }
}

const asMessage = ({ properties, required = [], ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  properties: { ...properties, ...place },
  required: [...required, ...Object.keys(place)],
});

const located = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', pathTo(''))) as JsonSchema;
