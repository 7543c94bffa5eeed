import { formatPrismaCursor, parsePrismaCursor, queryFromInfo } from '@pothos/plugin-prisma';
import { type ResolveCursorConnectionArgs, resolveCursorConnection } from '@pothos/plugin-relay';
import { badUserInput } from '../../domain/failure.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { settleEvents } from '../../store/event-positions.ts';
import type { EventType as EventTypeName } from '../../vocabulary/events.ts';
import { needs } from '../access.ts';
import { builder } from '../builder.ts';
import { pageSize } from '../limits.ts';
import { kindOf } from '../nodes.ts';
import { alwaysSelected, Event, EventType } from './event.ts';

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
        const query = queryFromInfo({ context, info, typeName: 'Event', paths, select: { position: true } });
        const select = { ...alwaysSelected, ...query.select };
        const load = ({ after, before, limit, inverted }: ResolveCursorConnectionArgs) =>
          context.prisma.event.findMany({
            select,
            where: { ...matching(args), ...between({ after, before }) },
            orderBy: { position: inverted ? 'desc' : 'asc' },
            take: limit,
          });
        const page = { args, defaultSize: pageSize.usual, maxSize: pageSize.most, toCursor: cursorOf };
        const { edges, pageInfo } = await resolveCursorConnection(page, load);
        // The library says "" for no cursor at all.
        const { startCursor, endCursor } = pageInfo;
        const cursors = { startCursor: startCursor || null, endCursor: endCursor || null };
        return { edges, pageInfo: { ...pageInfo, ...cursors }, filter: args };
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
