import { z } from 'zod';
import { eventTypes } from '../vocabulary/events.ts';
import { subjectKinds } from '../vocabulary/kinds.ts';
import { idSchema, idsSchema, isStorable, nameSchema, webAddressSchema } from './text.ts';
import { headerProblems } from './webhook-headers.ts';

const unique = <Item>(items: Item[]): Item[] => [...new Set(items)];

/** The settings of a webhook, as inputs take them. */
export const webhookSettings = {
  name: nameSchema.describe('Name of the webhook.'),
  url: webAddressSchema
    .refine((text) => !hasCredentials(text), 'Has a user name or password: what is secret belongs in a header.')
    .refine((text) => !text.includes('#'), 'Has a fragment.')
    .meta({ format: 'uri' })
    .describe(
      'The address that is told of events, by POST. It stands in the event log: what is secret belongs in a header.',
    ),
  eventTypes: z
    .array(z.enum(eventTypes))
    .max(eventTypes.length)
    .overwrite(unique)
    .describe('The types of event it is told of; all, also those to come, when there is none.'),
  subjectKinds: z
    .array(z.enum(subjectKinds))
    .max(subjectKinds.length)
    .overwrite(unique)
    .describe('The kinds of record it is told of; all, when there is none.'),
  organizationId: idSchema.describe('The organization in which it happened; everything when left out.'),
  excludeActorIds: idsSchema
    .max(100)
    .describe('Users and applications whose doings it is not told of, such as the application behind it.'),
  headers: z
    .record(z.string(), z.string())
    .superRefine((headers, context) => {
      for (const { path, message } of headerProblems(headers)) {
        context.addIssue({ code: 'custom', message, path: [...path] });
      }
    })
    .describe('Headers that go with every request, by their names. Their values are kept encrypted and never shown.'),
  selection: z
    .string()
    .max(8192)
    .refine(isStorable, 'Holds a character that cannot be stored.')
    .describe(
      'GraphQL selection on the interface LiveEvent, such as { id ... on UserCreatedEvent { user { email } } }: what is sent as "data". Without one, that is the whole data of the event.',
    ),
  orderingTimeoutSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .describe('How long an event that cannot be delivered holds back later ones about the same record, in seconds.'),
  hasKeyPair: z
    .boolean()
    .describe(
      'Sign with an Ed25519 key pair (v1a) as well, whose public half is shown, besides the shared secret (v1).',
    ),
} as const;

/** An event holds back later ones so long, unless a webhook says otherwise. */
export const defaultOrderingTimeoutSeconds = 300;

function hasCredentials(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.username !== '' || url.password !== '');
}
