import { elsewhere, notInPayloads } from '../../../delivery/webhooks/payload/own-fields.ts';
import { organizationsFor } from '../../../kernel/actor.ts';
import { type Cause, readActor, readCause, type StoredActor } from '../../../kernel/append-events.ts';
import { eventParts, eventShape } from '../../../vocabulary/catalog/event-shape.ts';
import { type Channel, type EventType as EventTypeName, events, eventTypes } from '../../../vocabulary/events.ts';
import {
  kinds,
  readPermissionOf,
  type SubjectKind as SubjectKindName,
  subjectKinds,
} from '../../../vocabulary/kinds.ts';
import { cursorAt } from '../../../reads/lists/events.ts';
import type { Context } from '../../context/context.ts';
import { ofMember, requireActor, requires } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { describedBy, exposeShape } from '../../schema/shapes.ts';
import { eventTypeNames } from '../../../vocabulary/catalog/event-type-names.ts';
import { Application } from '../access/application.ts';
import { User } from '../people/user.ts';
import { Node } from '../node.ts';

const descriptions = Object.fromEntries(eventTypes.map((type) => [type, `\`${type}\`: ${events[type].description}`]));
export const EventType = textEnum<EventTypeName>(
  'EventType',
  'Type of an event.',
  descriptions as Record<EventTypeName, string>,
);

const subjects = Object.fromEntries(subjectKinds.map((kind) => [kind, kinds[kind].subject])) as Record<
  SubjectKindName,
  string
>;
export const SubjectKind = textEnum<SubjectKindName>(
  'SubjectKind',
  'Kind of record that an event can be about.',
  subjects,
);

textEnum<Channel>('Channel', 'Channel through which a change was made.', {
  graphql: 'The GraphQL API.',
  rest: 'The REST API.',
  'sign-in': 'The sign-in pages.',
  account: 'The account pages.',
  oidc: 'The endpoints of the issuer: sign-outs, and grants that are given back.',
  platform: 'The platform itself, for example at its first start or in maintenance.',
});

/** The id of a record of this kind that the caller may read; otherwise an id that no record has. */
export async function readableId(
  expectedKind: 'user' | 'application',
  { kind, id }: Pick<StoredActor, 'kind' | 'id'>,
  context: Context,
): Promise<string> {
  if (kind !== expectedKind || id === null) return '';
  const organizationIds = organizationsFor(requireActor(context), readPermissionOf(kind));
  return organizationIds === 'all' || (await ofMember(kind)({ id }, organizationIds, context)) ? id : '';
}

const EventActor = builder.objectRef<StoredActor>('EventActor').implement({
  description: eventParts.actor,
  fields: (t) => ({
    ...exposeShape(t, eventShape.shape.actor),
    user: t.prismaField({
      type: User,
      ...requires('users:read'),
      extensions: elsewhere,
      description:
        'The user; null if the actor is another one, the user has been deleted, or the caller may not read it. Not in subscriptions.',
      resolve: async (query, actor, _args, context) =>
        context.prisma.user.findUnique({ ...query, where: { id: await readableId('user', actor, context) } }),
    }),
    application: t.prismaField({
      type: Application,
      ...requires('applications:read'),
      extensions: elsewhere,
      description:
        'The application; null if the actor is another one, the application has been deleted, or the caller may not read it. Not in subscriptions.',
      resolve: async (query, actor, _args, context) =>
        context.prisma.application.findUnique({
          ...query,
          where: { id: await readableId('application', actor, context) },
        }),
    }),
  }),
});

const EventCause = builder.objectRef<Cause>('EventCause').implement({
  description: eventParts.cause,
  fields: (t) => exposeShape(t, eventShape.shape.cause),
});

interface StoredSubject {
  kind: SubjectKindName;
  id: string;
  label: string | null;
}

const EventSubject = builder.objectRef<StoredSubject>('EventSubject').implement({
  description: 'The record that an event is about.',
  fields: (t) => exposeShape(t, eventShape.shape.subject),
});

/** An event as it is stored: all columns, which events of subscriptions and webhooks have, too. */
const columns = {
  id: true,
  type: true,
  occurredAt: true,
  subjectKind: true,
  subjectId: true,
  subjectLabel: true,
  organizationId: true,
  actor: true,
  cause: true,
  data: true,
  position: true,
} as const;

/** No field selects columns of its own: events of subscriptions and webhooks were not read by Prisma. */
export const Event = builder.prismaInterface('Event', {
  interfaces: [Node],
  select: columns,
  description:
    'An event: an entry of the audit log. Each event type is an object type with the fields of its `data`. New versions only add fields. Requires the permission events:read.',
  resolveType: ({ type }) => eventTypeNames[type as EventTypeName],
  fields: (t) => ({
    id: t.id({
      ...describedBy(eventShape.shape.id),
      resolve: ({ id }) => id,
    }),
    cursor: t.string({
      nullable: true,
      extensions: { [notInPayloads]: true },
      description:
        'Cursor for `Query.events` and `Subscription.events`. Null until the event is positioned, as in a payload.',
      resolve: ({ position }, _args, { cursorSeal }) => (position === null ? null : cursorAt(position, cursorSeal)),
    }),
    type: t.field({
      type: EventType,
      resolve: ({ type }) => type as EventTypeName,
    }),
    typeName: t.string({
      description: 'Type in webhooks, for example `User.Created`.',
      resolve: ({ type }) => type,
    }),
    timestamp: t.field({
      type: 'DateTime',
      resolve: ({ occurredAt }) => occurredAt,
    }),
    data: t.field({
      type: 'JSONObject',
      ...describedBy(eventShape.shape.data),
      resolve: ({ data }) => data as Record<string, unknown>,
    }),
    actor: t.field({
      type: EventActor,
      ...describedBy(eventShape.shape.actor),
      resolve: ({ actor }) => readActor(actor),
    }),
    cause: t.field({
      type: EventCause,
      resolve: ({ cause }) => readCause(cause),
    }),
    subject: t.field({
      type: EventSubject,
      ...describedBy(eventShape.shape.subject),
      resolve: ({ subjectKind, subjectId, subjectLabel }) => ({
        kind: subjectKind as SubjectKindName,
        id: subjectId,
        label: subjectLabel,
      }),
    }),
    organizationId: t.id({
      ...describedBy(eventShape.shape.organizationId),
      resolve: ({ organizationId }) => organizationId,
    }),
  }),
});
