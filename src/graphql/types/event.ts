import { elsewhere, notInPayloads } from '../../delivery/webhooks/payload/own-fields.ts';
import { organizationsFor } from '../../kernel/actor.ts';
import { type Cause, readActor, readCause, type StoredActor } from '../../kernel/append-events.ts';
import {
  actorLabelMeaning,
  type Channel as ChannelName,
  type EventType as EventTypeName,
  events,
  eventTypes,
  subjectLabelMeaning,
  traceIdMeaning,
} from '../../vocabulary/events.ts';
import { kinds, readPermissionOf, type SubjectKind as SubjectKindName, subjectKinds } from '../../vocabulary/kinds.ts';
import { cursorAt } from '../../reads/events.ts';
import type { Context } from '../request/context.ts';
import { ofMember, requireActor, requires } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { eventTypeNames } from '../../vocabulary/event-type-names.ts';
import { Application } from './application.ts';
import { User } from './user.ts';
import { ActorKind } from './viewer.ts';
import { Node } from './node.ts';

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

const Channel = textEnum<ChannelName>('Channel', 'Channel through which a change was made.', {
  graphql: 'The GraphQL API.',
  rest: 'The REST API.',
  'sign-in': 'The sign-in pages.',
  platform: 'The platform itself, for example at its first start or in maintenance.',
});

/** The id of a record of this kind that the caller may read; otherwise an id that no record has. */
export async function readableId(
  wanted: 'user' | 'application',
  { kind, id }: Pick<StoredActor, 'kind' | 'id'>,
  context: Context,
): Promise<string> {
  if (kind !== wanted || id === null) return '';
  const organizationIds = organizationsFor(requireActor(context), readPermissionOf(kind));
  return organizationIds === 'all' || (await ofMember(kind)({ id }, organizationIds, context)) ? id : '';
}

const EventActor = builder.objectRef<StoredActor>('EventActor').implement({
  description: 'The actor that caused an event.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ActorKind, description: 'Kind of actor.' }),
    id: t.exposeID('id', {
      nullable: true,
      description: 'Id of the user or application; null for the platform.',
    }),
    label: t.exposeString('label', { nullable: true, description: actorLabelMeaning }),
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
  description: 'The cause of an event.',
  fields: (t) => ({
    operation: t.exposeString('operation', {
      description: 'Name of the operation: the name of the mutation in this API.',
    }),
    requestId: t.exposeID('requestId', { description: 'Id of the HTTP request, as in its response and in the log.' }),
    traceId: t.exposeID('traceId', { nullable: true, description: traceIdMeaning }),
    channel: t.expose('channel', { type: Channel, description: 'Channel through which the change was made.' }),
    applicationIds: t.expose('applicationIds', {
      type: ['ID'],
      description:
        'Ids of the applications that acted for the user: the calling application first, then those that obtained its token by an earlier exchange. Empty if the user acted directly, or an application on its own behalf.',
    }),
  }),
});

interface StoredSubject {
  kind: SubjectKindName;
  id: string;
  label: string | null;
}

const EventSubject = builder.objectRef<StoredSubject>('EventSubject').implement({
  description: 'The record that an event is about.',
  fields: (t) => ({
    kind: t.expose('kind', { type: SubjectKind, description: 'Kind of record.' }),
    id: t.exposeID('id', { description: 'Id of the record, which may have been deleted.' }),
    label: t.exposeString('label', { nullable: true, description: subjectLabelMeaning }),
  }),
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
      description: 'Id of the event, the same in subscriptions, lists and webhook messages.',
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
      description: 'Type of the event.',
      resolve: ({ type }) => type as EventTypeName,
    }),
    typeName: t.string({
      description: 'Type in webhooks, for example `User.Created`.',
      resolve: ({ type }) => type,
    }),
    timestamp: t.field({
      type: 'DateTime',
      description: 'Time of the event.',
      resolve: ({ occurredAt }) => occurredAt,
    }),
    data: t.field({
      type: 'JSONObject',
      description: 'The record at that time, without secrets, and the change.',
      resolve: ({ data }) => data as Record<string, unknown>,
    }),
    actor: t.field({
      type: EventActor,
      description: 'The actor that caused the event.',
      resolve: ({ actor }) => readActor(actor),
    }),
    cause: t.field({
      type: EventCause,
      description: 'The cause of the event.',
      resolve: ({ cause }) => readCause(cause),
    }),
    subject: t.field({
      type: EventSubject,
      description: 'The record that the event is about.',
      resolve: ({ subjectKind, subjectId, subjectLabel }) => ({
        kind: subjectKind as SubjectKindName,
        id: subjectId,
        label: subjectLabel,
      }),
    }),
    organizationId: t.id({
      nullable: true,
      description: 'Id of its organization; null if there is none.',
      resolve: ({ organizationId }) => organizationId,
    }),
  }),
});
