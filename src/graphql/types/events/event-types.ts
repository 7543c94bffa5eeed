import type { z } from 'zod';
import {
  type EventType as EventTypeName,
  events,
  eventTypes,
  type grantEndpoints,
  type lockoutFlows,
  type usedOnce,
} from '../../../vocabulary/events.ts';
import { elsewhere } from '../../../delivery/webhooks/payload/own-fields.ts';
import { requires } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { outputOptions } from '../../schema/outputs.ts';
import { eventTypeNames } from '../../../vocabulary/catalog/event-type-names.ts';
import { Event, readableId } from './event.ts';
import { Node } from '../node.ts';
import { User } from '../people/user.ts';

textEnum<(typeof grantEndpoints)[number]>('GrantEndpoint', 'Where a grant was given back.', {
  revocation: 'By its application, which revoked a refresh token (RFC 7009).',
  'end-session': 'By the user, who left one application without signing out.',
});
textEnum<(typeof usedOnce)[number]>('OneTimeCredential', 'A credential of an application that can be used once.', {
  'authorization-code': 'An authorization code.',
  'refresh-token': 'A refresh token, which each use replaces.',
});
textEnum<(typeof lockoutFlows)[number]>('LockoutFlow', 'How a user tried to authenticate.', {
  password: 'With a password.',
  'verification-code': 'With a verification code.',
  'one-time-token': 'With a one-time token.',
});

for (const type of eventTypes) defineEvent(type);

// The type is made from the data of events.
builder.objectField('UserSnapshot' as never, 'current', (t) =>
  t.prismaField({
    type: User,
    ...requires('users:read'),
    extensions: elsewhere,
    description:
      'The user as it is now; null if it has been deleted, or the caller may not read it. Not in subscriptions.',
    resolve: async (query, { id }: { id: string }, _args, context) =>
      context.prisma.user.findUnique({
        ...query,
        where: { id: await readableId('user', { kind: 'user', id }, context) },
      }),
  }),
);

/** An object type with the fields of the event's data. */
function defineEvent(type: EventTypeName): void {
  const { data, description } = events[type];
  const name = eventTypeNames[type];
  builder.prismaObject('Event', {
    variant: name,
    interfaces: [Event, Node],
    description: `\`${type}\`: ${description}`,
    isTypeOf: (event) => (event as { type: string }).type === type,
    fields: (t) =>
      Object.fromEntries(
        Object.entries<z.ZodType>(data.shape).map(([field, schema]) => [
          field,
          t.field({
            ...outputOptions(schema, `${name}.${field}`),
            resolve: ({ data: values }: { data: Record<string, unknown> }) => values[field],
          } as never),
        ]),
      ),
  });
}
