import type { LiveMessage } from '../../delivery/event-log/subscribe.ts';
import { badUserInput, forbidden } from '../../domain/failure.ts';
import { type Actor, mayIn, organizationsFor } from '../../kernel/actor.ts';
import { events as eventList, positionOf } from '../../reads/events.ts';
import { isId } from '../../platform/ids/ids.ts';
import { cursorOf } from '../../reads/keyset.ts';
import type { PositionedEvent } from '../../store/event-positions.ts';
import type { EventType as EventTypeName } from '../../vocabulary/events.ts';
import { builder } from '../schema/builder.ts';
import { ownCursors } from '../schema/connections.ts';
import type { Context } from '../request/context.ts';
import { sessionStream } from './session-stream.ts';
import { EventType } from '../types/event.ts';
import { LiveEvent } from '../types/live-event.ts';

builder.subscriptionType({
  description:
    'What can be watched: over WebSockets (the protocol graphql-transport-ws) or as server-sent events. Needs the permission events:read.',
});

const LiveEventMessage = builder.objectRef<Extract<LiveMessage, { kind: 'event' }>>('EventMessage').implement({
  description: 'Something happened.',
  fields: (t) => ({
    cursor: t.string({ description: 'To go on after this event.', resolve: ({ event }) => cursorAt(event.position) }),
    event: t.expose('event', { type: LiveEvent, description: 'What happened.' }),
  }),
});

const CaughtUp = builder.objectRef<Extract<LiveMessage, { kind: 'caughtUp' }>>('CaughtUp').implement({
  description: 'Everything that had happened was told: what follows happens now. Said once.',
  fields: (t) => ({
    cursor: t.string({ description: 'To go on from here.', resolve: ({ position }) => cursorAt(position) }),
  }),
});

const CursorExpiredMessage = builder
  .objectRef<Extract<LiveMessage, { kind: 'cursorExpired' }>>('CursorExpired')
  .implement({
    description:
      'The log does not go on from the cursor: events after it were removed because of their age, or it is of another log. Read the records anew. The last message.',
    fields: (t) => ({
      message: t.string({
        description: 'The same in words.',
        resolve: () => 'The log does not go on from this cursor.',
      }),
    }),
  });

const messageTypes = { event: 'EventMessage', caughtUp: 'CaughtUp', cursorExpired: 'CursorExpired' } as const;
const FeedMessage = builder.unionType('FeedMessage', {
  description: 'What a subscription to the feed tells.',
  types: [LiveEventMessage, CaughtUp, CursorExpiredMessage],
  resolveType: ({ kind }) => messageTypes[kind],
});

const cursorAt = (position: bigint): string => cursorOf(eventList, undefined, { position });

interface Filter {
  types?: readonly EventTypeName[] | null | undefined;
  subjectId?: string | null | undefined;
  organizationId?: string | null | undefined;
  actorId?: string | null | undefined;
  excludeActorId?: string | null | undefined;
}

const passes = (
  { types, subjectId, organizationId, actorId, excludeActorId }: Filter,
  event: PositionedEvent,
): boolean =>
  (!types || types.includes(event.type)) &&
  (subjectId == null || event.subjectId === subjectId) &&
  (organizationId == null || event.organizationId === organizationId) &&
  (actorId == null || event.actor.id === actorId) &&
  (excludeActorId == null || event.actor.id !== excludeActorId);

/** With the permission in some organizations only, what happened in those. */
const mayRead = (actor: Actor, { organizationId }: PositionedEvent): boolean =>
  organizationId === null ? actor.permissions.has('events:read') : mayIn(actor, 'events:read', organizationId);

/** Starts a subscription. Invalid arguments are refused before the first message. */
async function subscribe(
  { eventLog, openSession }: Context,
  { after: cursor, ...filters }: Filter & { after?: string | null | undefined },
): Promise<AsyncIterable<LiveMessage>> {
  const after = cursor == null ? undefined : positionOf(cursor, 'after');
  const session = await openSession();
  const isMet = (actor: Actor) => organizationsFor(actor, 'events:read').length > 0;
  const filter = (event: PositionedEvent) => mayRead(session.actor, event) && passes(filters, event);
  return sessionStream(session, { isMet, refusal: forbidden('events:read') }, (send, signal) =>
    eventLog.subscribe({ after, filter, signal }, send),
  );
}

const afterArgument =
  'Cursor of a message, or of `events` in any order: what came after it is told first, then what happens.';

/** Checks the kind of the identifier only: whether the record exists is for its readers to know. */
function known(kind: 'user' | 'organization', id: string): string {
  if (!isId(kind, id)) throw badUserInput(`This is not the identifier of ${articles[kind]}.`, 'id');
  return id;
}
const articles = { user: 'a user', organization: 'an organization' } as const;

builder.subscriptionFields((t) => ({
  events: t.field({
    type: FeedMessage,
    description:
      'Events in the order of the commits, without a gap and without a repetition: after a lost connection, go on with the last cursor.',
    args: {
      after: t.arg.string({ description: `${afterArgument} Without it, only what happens from now on.` }),
      types: t.arg({ type: [EventType], description: 'Only events of these types.' }),
      subjectId: t.arg.id({ description: 'Only events about this record.' }),
      organizationId: t.arg.id({ description: 'Only events that happened in this organization.' }),
      actorId: t.arg.id({ description: 'Only events that this user or application caused.' }),
      excludeActorId: t.arg.id({
        description: 'No events that this user or application caused: your own, for instance.',
      }),
    },
    extensions: { [ownCursors]: true },
    subscribe: (_root, args, context) => subscribe(context, args),
    resolve: (message) => message,
  }),
  userChanged: t.field({
    type: FeedMessage,
    description: 'Events about one user.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of a user.' }),
      after: t.arg.string({ description: afterArgument }),
    },
    extensions: { [ownCursors]: true },
    subscribe: (_root, { id, after }, context) => subscribe(context, { subjectId: known('user', id), after }),
    resolve: (message) => message,
  }),
  organizationChanged: t.field({
    type: FeedMessage,
    description: 'Events that happened in one organization: to itself, its members and its invitations.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of an organization.' }),
      after: t.arg.string({ description: afterArgument }),
    },
    extensions: { [ownCursors]: true },
    subscribe: (_root, { id, after }, context) =>
      subscribe(context, { organizationId: known('organization', id), after }),
    resolve: (message) => message,
  }),
}));
