import { formatPrismaCursor, parsePrismaCursor, queryFromInfo } from '@pothos/plugin-prisma';
import { type ResolveCursorConnectionArgs, resolveCursorConnection } from '@pothos/plugin-relay';
import { badUserInput } from '../../domain/failure.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Actor } from '../../kernel/actor.ts';
import { type Cause, settleEvents } from '../../kernel/event-log.ts';
import {
  type EventType as EventTypeName,
  events,
  type SubjectKind as SubjectKindName,
} from '../../vocabulary/events.ts';
import { needs, recordOf } from '../access.ts';
import { builder } from '../builder.ts';
import { textEnum } from '../enums.ts';
import { pageSize } from '../limits.ts';
import { kindOf } from '../nodes.ts';
import { ActorKind } from './viewer.ts';

const emittedWhen = Object.fromEntries(
  Object.entries(events).map(([type, { description }]) => [type, `\`${type}\`: ${description}`]),
);
const EventType = textEnum<EventTypeName>(
  'EventType',
  'What can happen.',
  emittedWhen as Record<EventTypeName, string>,
);

const SubjectKind = textEnum<SubjectKindName>('SubjectKind', 'What an event can be about.', {
  user: 'A user.',
  role: 'A role.',
  resource: 'An API resource.',
  scope: 'A scope of an API resource.',
  application: 'An application.',
  organization: 'An organization.',
  organizationRole: 'An organization role.',
  organizationScope: 'An organization scope.',
  signingKey: 'A signing key.',
});

const Door = textEnum<Cause['door']>('Door', 'Where a change came in.', {
  graphql: 'The GraphQL API.',
  rest: 'The REST API.',
  oidc: 'The issuer.',
  'sign-in': 'The pages on which people sign in and up.',
  platform: 'None: the platform itself.',
});

const EventActor = builder.objectRef<Pick<Actor, 'kind' | 'id'>>('EventActor').implement({
  description: 'Who caused a change.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ActorKind, description: 'What kind of actor it was.' }),
    id: t.exposeID('id', {
      nullable: true,
      description: 'Identifier of the user or application; null for the platform.',
    }),
  }),
});

const EventCause = builder.objectRef<Cause>('EventCause').implement({
  description: 'How a change came about.',
  fields: (t) => ({
    operation: t.exposeString('operation', { description: 'Name of the operation: in this API, of the mutation.' }),
    requestId: t.exposeID('requestId', { description: 'Id of the HTTP request, as in its answer and in the log.' }),
    door: t.expose('door', { type: Door, description: 'Where it came in.' }),
  }),
});

const EventSubject = builder.objectRef<{ kind: SubjectKindName; id: string }>('EventSubject').implement({
  description: 'What changed.',
  fields: (t) => ({
    kind: t.expose('kind', { type: SubjectKind, description: 'What kind of record it is.' }),
    id: t.exposeID('id', { description: 'Identifier of the record, which may be gone by now.' }),
  }),
});

export const Event = builder.prismaNode('Event', {
  id: { field: 'id' },
  select: { id: true },
  nullable: true,
  description:
    'A fact: something changed, or was refused. Events only ever gain fields. Needs the permission events:read.',
  authScopes: recordOf('events:read'),
  fields: (t) => ({
    type: t.field({
      type: EventType,
      select: { type: true },
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
      resolve: ({ cause }) => cause as unknown as Cause,
    }),
    subject: t.field({
      type: EventSubject,
      select: { subjectKind: true, subjectId: true },
      description: 'What it is about.',
      resolve: ({ subjectKind, subjectId }) => ({ kind: subjectKind as SubjectKindName, id: subjectId }),
    }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description: 'The organization it happened in; null outside organizations.',
    }),
  }),
});

interface Filter {
  types?: readonly EventTypeName[] | null | undefined;
  subjectId?: string | null | undefined;
  organizationId?: string | null | undefined;
  actorId?: string | null | undefined;
}

/** Only events that have their place in the feed: what is listed later can only come after what is listed now. */
const matching = ({ types, subjectId, organizationId, actorId }: Filter): Prisma.EventWhereInput => ({
  position: { not: null },
  ...(types && { type: { in: [...types] } }),
  // The kind leads the index.
  ...(subjectId != null && { subjectKind: kindOf(subjectId) ?? '', subjectId }),
  ...(organizationId != null && { organizationId }),
  ...(actorId != null && { actor: { path: ['id'], equals: actorId } }),
});

// A cursor is a place in the feed, so that it stays good when the event that stood there has been removed.
const cursorOf = ({ position }: { position: bigint | null }): string =>
  formatPrismaCursor({ position: `${position}` }, 'position');

function positionOf(name: 'after' | 'before', cursor: string): bigint {
  const position = String(parsePrismaCursor(cursor));
  if (!/^\d{1,18}$/.test(position)) throw badUserInput('This is not a cursor of this connection.', name);
  return BigInt(position);
}

const between = ({
  after,
  before,
}: {
  after?: string | undefined;
  before?: string | undefined;
}): Prisma.EventWhereInput => ({
  AND: [
    after === undefined ? {} : { position: { gt: positionOf('after', after) } },
    before === undefined ? {} : { position: { lt: positionOf('before', before) } },
  ],
});

builder.queryField('events', (t) =>
  t.connection(
    {
      type: Event,
      ...needs('events:read'),
      description:
        'The event log in the order of the commits. Read forwards, the last `endCursor` is where to go on later, without a gap and without a repetition.',
      args: {
        types: t.arg({ type: [EventType], description: 'Only events of these types.' }),
        subjectId: t.arg.id({ description: 'Only events about this record.' }),
        organizationId: t.arg.id({ description: 'Only events that happened in this organization.' }),
        actorId: t.arg.id({ description: 'Only events that this user or application caused.' }),
      },
      resolve: async (_root, args, context, info) => {
        await settleEvents(context.database);
        const paths = [['nodes'], ['edges', 'node']];
        const { select } = queryFromInfo({
          context,
          info,
          typeName: 'Event',
          paths,
          select: { id: true, position: true },
        });
        const load = ({ after, before, limit, inverted }: ResolveCursorConnectionArgs) =>
          context.prisma.event.findMany({
            select,
            where: { ...matching(args), ...between({ after, before }) },
            orderBy: { position: inverted ? 'desc' : 'asc' },
            take: limit,
          });
        const page = { args, defaultSize: pageSize.usual, maxSize: pageSize.most, toCursor: cursorOf };
        const { edges, pageInfo } = await resolveCursorConnection(page, load);
        return { edges, pageInfo, filter: args };
      },
    },
    {
      name: 'EventConnection',
      fields: (c) => ({
        totalCount: c.int({
          resolve: ({ filter }, _args, { prisma }) => prisma.event.count({ where: matching(filter) }),
        }),
      }),
    },
    { name: 'EventEdge' },
  ),
);
