import type { LivePayload } from '../../../delivery/event-log/subscribe.ts';
import { badUserInput, forbidden } from '../../../domain/failure.ts';
import { type Actor, callerOf, mayIn, organizationsFor } from '../../../kernel/actor.ts';
import { cursorAt, cursorOfPlace, positionOf } from '../../../reads/lists/events.ts';
import { createEventTest, eventConditions, type EventConditions } from '../../../reads/event-filter.ts';
import { withoutNulls } from '../../../reads/page.ts';
import { isId } from '../../../platform/ids/ids.ts';
import type { PositionedEvent } from '../../../store/logged-event.ts';
import { kinds } from '../../../vocabulary/kinds.ts';
import type { Permission } from '../../../vocabulary/permissions.ts';
import { builder } from '../../schema/builder.ts';
import { ownCursors } from '../../schema/connections.ts';
import { argumentsOf } from '../../schema/inputs.ts';
import type { Context } from '../../context/context.ts';
import { resumeAfter } from '../../context/resume.ts';
import { callerStream } from '../../context/caller-stream.ts';
import { Event } from './event.ts';

builder.subscriptionType({
  description:
    'Subscriptions, over WebSockets (protocol `graphql-transport-ws`) or as server-sent events. Those of events require the permission events:read.',
});

const EventMessage = builder.objectRef<Extract<LivePayload, { kind: 'event' }>>('EventMessage').implement({
  description: 'An event.',
  fields: (t) => ({
    cursor: t.string({
      description: 'Cursor to continue after this event.',
      resolve: ({ event }, _args, { cursorSeal }) => cursorAt(event.position, cursorSeal),
    }),
    event: t.field({ type: Event, resolve: ({ event }) => event as never }),
  }),
});

export const CaughtUp = builder.objectRef<Extract<LivePayload, { kind: 'caughtUp' }>>('CaughtUp').implement({
  description: 'All earlier events have been sent; new ones follow. Sent once.',
  fields: (t) => ({
    cursor: t.string({
      description: 'Cursor to continue from here.',
      resolve: ({ position }, _args, { cursorSeal }) => cursorOfPlace(position, cursorSeal),
    }),
    from: t.string({
      nullable: true,
      description:
        'Cursor of the place at which the subscription began, another one each time; null if it began with new events.',
      resolve: ({ from }, _args, { cursorSeal }) => (from === undefined ? null : cursorOfPlace(from, cursorSeal)),
    }),
  }),
});

export const CursorExpiredMessage = builder
  .objectRef<Extract<LivePayload, { kind: 'cursorExpired' }>>('CursorExpired')
  .implement({
    description:
      'The log does not continue from the cursor: events after it were removed because of their age, or it is a cursor of another log. Query the records again. This is the last message.',
    fields: (t) => ({
      message: t.string({
        description: 'Error message.',
        resolve: () => 'The log does not continue from this cursor.',
      }),
    }),
  });

export const messageTypes = { event: 'EventMessage', caughtUp: 'CaughtUp', cursorExpired: 'CursorExpired' } as const;
const FeedMessage = builder.unionType('FeedMessage', {
  description: 'A message of a subscription to events.',
  types: [EventMessage, CaughtUp, CursorExpiredMessage],
  resolveType: ({ kind }) => messageTypes[kind],
});

/** The callers who may subscribe, and the events that they may read. */
interface Readers {
  permission: Permission;
  isMet(actor: Actor): boolean;
  mayRead(actor: Actor, event: PositionedEvent): boolean;
}

/** A caller with the permission in some organizations may read the events of those. */
const ofEvents: Readers = {
  permission: 'events:read',
  isMet: (actor) => organizationsFor(actor, 'events:read').length > 0,
  mayRead: (actor, { organizationId }) =>
    organizationId === null ? actor.permissions.has('events:read') : mayIn(actor, 'events:read', organizationId),
};

/** The position at which a subscription begins, and its caller. An invalid cursor is refused. */
export async function begin(
  { followCaller, resumption, clock, cursorSeal }: Context,
  cursor: string | null | undefined,
) {
  const start = cursor == null ? undefined : positionOf(cursor, 'after', cursorSeal);
  const after = resumeAfter(start, resumption, clock.now());
  return { after, live: await followCaller() };
}

/** Starts a subscription. Invalid arguments are refused before the first message. */
export async function subscribe(
  context: Context,
  { after: cursor, ...conditions }: EventConditions & { after?: string | null | undefined },
  { permission, isMet, mayRead }: Readers = ofEvents,
): Promise<AsyncIterable<LivePayload>> {
  const { after, live } = await begin(context, cursor);
  const passes = createEventTest(conditions);
  const { actor } = live;
  const filter = (event: PositionedEvent) => mayRead(actor(), event) && passes(event);
  return callerStream(live, { isMet, refusal: forbidden(permission) }, (send, signal) =>
    context.eventLog.subscribe({ caller: callerOf(actor()), after, filter, signal }, send),
  );
}

export const afterArgument =
  'Cursor of a message, or of `Query.events` in any order. Later events are sent first, then new ones. A newer `after` in the payload of `connection_init` replaces it in the first 30 seconds of a WebSocket.';

/** Only checks the kind of the id: callers that may not read the record must not learn whether it exists. */
function checkedId(kind: 'user' | 'organization', id: string): string {
  if (!isId(kind, id)) throw badUserInput(`Must be an id that starts with "${kinds[kind].idPrefix}_".`, 'id');
  return id;
}

builder.subscriptionFields((t) => ({
  events: t.field({
    type: FeedMessage,
    description:
      'Events in commit order, without gaps or duplicates. After a lost connection, continue with the last cursor.',
    args: {
      after: t.arg.string({ description: `${afterArgument} Default: only new events.` }),
      ...argumentsOf(eventConditions, 'events'),
    },
    extensions: { [ownCursors]: true },
    subscribe: (_root, args, context) => subscribe(context, withoutNulls(args)),
    resolve: (payload) => payload,
  }),
  userChanged: t.field({
    type: FeedMessage,
    description: 'Events about one user.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of a user.' }),
      after: t.arg.string({ description: afterArgument }),
    },
    extensions: { [ownCursors]: true },
    subscribe: (_root, { id, after }, context) => subscribe(context, { subjectId: checkedId('user', id), after }),
    resolve: (payload) => payload,
  }),
  organizationChanged: t.field({
    type: FeedMessage,
    description: 'Events of one organization, its members and its invitations.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of an organization.' }),
      after: t.arg.string({ description: afterArgument }),
    },
    extensions: { [ownCursors]: true },
    subscribe: (_root, { id, after }, context) =>
      subscribe(context, { organizationId: checkedId('organization', id), after }),
    resolve: (payload) => payload,
  }),
}));
