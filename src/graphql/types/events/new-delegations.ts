import { z } from 'zod';
import type { LivePayload } from '../../../delivery/event-log/subscribe.ts';
import { cursorAt } from '../../../reads/lists/events.ts';
import { exchangesPermission } from '../../../reads/exchanges.ts';
import { withoutNulls } from '../../../reads/page.ts';
import { events } from '../../../vocabulary/events.ts';
import { builder } from '../../schema/builder.ts';
import { ownCursors } from '../../schema/connections.ts';
import { describedBy, exposeShape } from '../../schema/shapes.ts';
import { exchangeShape } from '../../../vocabulary/exchanges/exchange-shapes.ts';
import { afterArgument, CaughtUp, CursorExpiredMessage, messageTypes, subscribe } from './subscriptions.ts';

const started = 'Application.Delegation.Started';
// Of the application only the id: snapshots of another version have other fields.
const shape = z.object({ ...events[started].data.shape, application: z.object({ id: z.string() }) });

const NewDelegation = builder.objectRef<z.output<typeof shape>>('NewDelegation').implement({
  description: 'The first token that an application got over a path.',
  fields: (t) => ({
    applicationId: t.id({
      ...describedBy(exchangeShape.shape.applicationId),
      resolve: ({ application: { id } }) => id,
    }),
    ...exposeShape(t, shape.omit({ application: true })),
  }),
});

const DelegationMessage = builder.objectRef<Extract<LivePayload, { kind: 'event' }>>('NewDelegationMessage').implement({
  description: 'A new delegation.',
  fields: (t) => ({
    cursor: t.string({
      description: 'Cursor to continue after this message.',
      resolve: ({ event }, _args, { cursorSeal }) => cursorAt(event.position, cursorSeal),
    }),
    eventId: t.id({ description: 'Id of its event, also in webhook messages.', resolve: ({ event }) => event.id }),
    delegation: t.field({
      type: NewDelegation,
      description: 'The delegation.',
      resolve: ({ event }) => shape.parse(event.data),
    }),
  }),
});

const types = { ...messageTypes, event: 'NewDelegationMessage' } as const;
const Message = builder.unionType('NewDelegationsMessage', {
  description: 'A message of a subscription to new delegations.',
  types: [DelegationMessage, CaughtUp, CursorExpiredMessage],
  resolveType: ({ kind }) => types[kind],
});

const readers = {
  permission: exchangesPermission,
  isMet: ({ permissions }: { permissions: ReadonlySet<string> }) => permissions.has(exchangesPermission),
  mayRead: () => true,
} as const;

builder.subscriptionField('newDelegations', (t) =>
  t.field({
    type: Message,
    description: `New delegations, in the order of their events (\`${started}\`): whenever an application gets its first token over a path. After a lost connection, continue with the last cursor. Requires the permission ${exchangesPermission} everywhere.`,
    args: { after: t.arg.string({ description: `${afterArgument} Default: only new ones.` }) },
    extensions: { [ownCursors]: true },
    subscribe: (_root, args, context) => subscribe(context, { ...withoutNulls(args), types: [started] }, readers),
    resolve: (payload) => payload,
  }),
);
