import type { Actor } from '../../kernel/actor.ts';
import { type Cause, readCause } from '../../kernel/event-log.ts';
import {
  type Channel as ChannelName,
  emittedWhen,
  type EventType as EventTypeName,
  eventTypes,
} from '../../vocabulary/events.ts';
import { kinds, type SubjectKind as SubjectKindName, subjectKinds } from '../../vocabulary/kinds.ts';
import { ofOrganization, recordWithin } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { ActorKind } from './viewer.ts';
import { Node } from './node.ts';

const descriptions = Object.fromEntries(eventTypes.map((type) => [type, `\`${type}\`: ${emittedWhen(type)}`]));
export const EventType = textEnum<EventTypeName>(
  'EventType',
  'What can happen.',
  descriptions as Record<EventTypeName, string>,
);

const subjects = Object.fromEntries(subjectKinds.map((kind) => [kind, kinds[kind].subject])) as Record<
  SubjectKindName,
  string
>;
export const SubjectKind = textEnum<SubjectKindName>('SubjectKind', 'What an event can be about.', subjects);

export const Channel = textEnum<ChannelName>('Channel', 'Channel through which a change was made.', {
  graphql: 'The GraphQL API.',
  rest: 'The REST API.',
  'sign-in': 'The sign-in pages.',
  platform: 'The platform itself: first start, scheduled work.',
});

export const EventActor = builder.objectRef<Pick<Actor, 'kind' | 'id'>>('EventActor').implement({
  description: 'Who caused a change.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ActorKind, description: 'What kind of actor it was.' }),
    id: t.exposeID('id', {
      nullable: true,
      description: 'Identifier of the user or application; null for the platform.',
    }),
  }),
});

export const EventCause = builder.objectRef<Cause>('EventCause').implement({
  description: 'How a change came about.',
  fields: (t) => ({
    operation: t.exposeString('operation', { description: 'Name of the operation: in this API, of the mutation.' }),
    requestId: t.exposeID('requestId', { description: 'Id of the HTTP request, as in its answer and in the log.' }),
    channel: t.expose('channel', { type: Channel, description: 'Channel through which the change was made.' }),
    applicationIds: t.expose('applicationIds', {
      type: ['ID'],
      description:
        'Identifiers of the applications that acted for the user: the calling application first, then those that exchanged its token before. Empty when the user acted directly, or an application on its own behalf.',
    }),
  }),
});

export const EventSubject = builder.objectRef<{ kind: SubjectKindName; id: string }>('EventSubject').implement({
  description: 'What changed.',
  fields: (t) => ({
    kind: t.expose('kind', { type: SubjectKind, description: 'What kind of record it is.' }),
    id: t.exposeID('id', { description: 'Identifier of the record, which may be gone by now.' }),
  }),
});

export const alwaysSelected = {
  id: true,
  type: true,
  occurredAt: true,
  subjectKind: true,
  subjectId: true,
  organizationId: true,
} as const;

export const Event = builder.prismaObject('Event', {
  interfaces: [Node],
  select: alwaysSelected,
  description:
    'A fact: something changed, or was refused. Events only ever gain fields. Needs the permission events:read.',
  authScopes: recordWithin('events:read', ofOrganization),
  fields: (t) => ({
    type: t.field({
      type: EventType,
      description: 'What happened.',
      resolve: ({ type }) => type as EventTypeName,
    }),
    typeName: t.exposeString('type', { description: 'The type as webhooks and the specification spell it.' }),
    timestamp: t.expose('occurredAt', { type: 'DateTime', description: 'When it happened.' }),
    data: t.expose('data', {
      type: 'JSONObject',
      description: 'The changed record without secrets, and what changed.',
    }),
    actor: t.field({
      type: EventActor,
      select: { actor: true },
      description: 'Who caused it.',
      resolve: ({ actor }) => actor as Pick<Actor, 'kind' | 'id'>,
    }),
    cause: t.field({
      type: EventCause,
      select: { cause: true },
      description: 'How it came about.',
      resolve: ({ cause }) => readCause(cause),
    }),
    subject: t.field({
      type: EventSubject,
      description: 'What it is about.',
      resolve: ({ subjectKind, subjectId }) => ({ kind: subjectKind as SubjectKindName, id: subjectId }),
    }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description: 'The organization it happened in; null outside organizations.',
    }),
  }),
});
