import { z } from 'zod';
import { isId } from '../platform/ids/ids.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { badUserInput } from '../domain/failure.ts';
import { idSchema } from '../domain/text.ts';
import { eventTypes } from '../vocabulary/events.ts';
import { type SubjectKind, subjectKinds } from '../vocabulary/kinds.ts';
import { all, between, equals, idFilter, timeFilter } from './conditions.ts';
import { type OrderBy, placeIn } from './keyset.ts';
import { defineList } from './list.ts';

/** Kinds of subject whose identifiers are called otherwise. */
const kindOf = (id: string): SubjectKind | undefined => subjectKinds.find((kind) => isId(kind, id));

// The kind leads the index.
const isAbout = (subjectId: string | undefined): object =>
  subjectId === undefined ? {} : { subjectKind: kindOf(subjectId) ?? '', subjectId };

export const events = defineList<Prisma.EventWhereInput>()({
  name: 'events',
  kind: 'event',
  summary:
    'The event log in the order of the commits. Read forwards, the last cursor is where to go on later, without a gap and without a repetition.',
  filter: z.strictObject({
    types: z.array(z.enum(eventTypes)).max(eventTypes.length).optional().describe('Events of these types.'),
    subjectId: idSchema.optional().describe('Events about this record, which may be gone by now.'),
    organizationId: idFilter('organization', 'Events that happened in this organization.'),
    actorId: idSchema.optional().describe('Events that this user or application caused.'),
    since: timeFilter('Events at this time or later.'),
    until: timeFilter('Events before this time.'),
  }),
  order: { position: { type: 'bigint', description: 'Place in the order of the commits.' } },
  tie: [{ column: 'position', type: 'bigint', nullable: false }],
  where: ({ filter }) =>
    all(
      // Only events that have their place in the feed: what is listed later can only come after what is listed now.
      { position: { not: null } },
      filter.types === undefined ? {} : { type: { in: filter.types } },
      isAbout(filter.subjectId),
      equals('organizationId', filter.organizationId),
      filter.actorId === undefined ? {} : { actor: { path: ['id'], equals: filter.actorId } },
      between('occurredAt', filter.since, filter.until),
    ),
  within: (organizationIds) => ({ organizationId: { in: [...organizationIds] } }),
});

const orders: readonly (OrderBy | undefined)[] = [
  undefined,
  { field: 'position', direction: 'asc' },
  { field: 'position', direction: 'desc' },
];

/** The place in the feed that a cursor of this list stands for, in whichever order it was read. BAD_USER_INPUT at `path` for anything else. */
export function positionOf(cursor: string, path: string): bigint {
  // REST writes the name of the list before it.
  const place = cursor.replace(/^events\./, '');
  const position = orders.map((order) => placeIn(events, order, place)?.[0]).find((found) => found != null);
  if (position == null) throw badUserInput('This is not a cursor of events.', path);
  return BigInt(position);
}
