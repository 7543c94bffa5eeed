import { z } from 'zod';
import { webhookShape } from '../../vocabulary/records/delivery-shapes.ts';
import { eventTypes } from '../../vocabulary/events.ts';
import { subjectKinds } from '../../vocabulary/kinds.ts';
import { idSchema, idsSchema, isStorable, nameSchema, unstorable, webAddressSchema } from '../text.ts';
import { headersSchema } from './webhook-headers.ts';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import { describedLike, examples } from '../../vocabulary/shape-parts.ts';

const unique = <Item>(items: Item[]): Item[] => [...new Set(items)];

/** The settings of a webhook in inputs. */
export const webhookSettings = {
  name: nameSchema.describe('Name of the webhook.'),
  url: webAddressSchema
    .refine((text) => !hasCredentials(text), 'Must not contain a user name or password: put secrets in a header.')
    .refine((text) => !text.includes('#'), 'Must not have a fragment.')
    .meta({ format: 'uri' })
    .describe('URL that receives events by POST. The event log contains it: put secrets in a header.'),
  eventTypes: z
    .array(z.enum(eventTypes))
    .max(eventTypes.length)
    .overwrite(unique)
    .describe('Event types to send; if empty, all, including future ones.'),
  subjectKinds: z
    .array(z.enum(subjectKinds))
    .max(subjectKinds.length)
    .overwrite(unique)
    .describe('Kinds of record whose events to send; if empty, all.'),
  organizationId: idSchema('organization').describe('Only events of this organization; if omitted, all events.'),
  excludeActorIds: idsSchema('application', 'user')
    .max(100)
    .describe(
      'Events caused by these users and applications are not sent; for example the application that owns the endpoint.',
    ),
  headers: headersSchema.describe(
    'Headers to send with every request, by name. Their values are stored encrypted and never shown.',
  ),
  selection: z
    .string()
    .max(8192)
    .refine(isStorable, unstorable)
    .register(fieldFacts, { widget: 'lines' })
    .register(examples, { example: '{ typeName ... on UserCreatedEvent { user { id email } } }' })
    .describe(
      'GraphQL selection on the interface Event that shapes the "data" of messages, such as { id ... on UserCreatedEvent { user { email } } }. If omitted, the complete data of the event.',
    ),
  orderingTimeoutSeconds: describedLike(webhookShape.shape.orderingTimeoutSeconds, z.int().min(0).max(86_400)).register(
    fieldFacts,
    {
      widget: 'duration',
      description: 'For so long, a failing delivery blocks later events about the same record.',
    },
  ),
  hasKeyPair: z
    .boolean()
    .register(examples, { example: false })
    .describe('Whether to also sign with an Ed25519 key pair (v1a), whose public key is shown.'),
} as const;

/** Default of `orderingTimeoutSeconds`. */
export const defaultOrderingTimeoutSeconds = 300;

function hasCredentials(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.username !== '' || url.password !== '');
}
