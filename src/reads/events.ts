import { z } from 'zod';
import { isId } from '../platform/ids/ids.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { badUserInput } from '../domain/failure.ts';
import { idSchema } from '../domain/text.ts';
import { eventTypes } from '../vocabulary/events.ts';
import { type SubjectKind, subjectKinds } from '../vocabulary/kinds.ts';
import { all, between, equals, idFilter, timeFilter } from './conditions.ts';
import { type OrderBy, tryDecodeCursor } from './keyset.ts';
import { defineList } from './list.ts';

const kindOf = (id: string): SubjectKind | undefined => subjectKinds.find((kind) => isId(kind, id));

// The kind is the first column of the index.
const isAbout = (subjectId: string | undefined): object =>
  subjectId === undefined ? {} : { subjectKind: kindOf(subjectId) ?? '', subjectId };

export const events = defineList<Prisma.EventWhereInput>()({
  name: 'events',
  kind: 'event',
  summary:
    'The event log in commit order. In ascending order, the last cursor of a page can be used later to continue without gaps or duplicates.',
  filter: z.strictObject({
    types: z.array(z.enum(eventTypes)).max(eventTypes.length).optional().describe('Only events of these types.'),
    subjectId: idSchema.optional().describe('Only events about this record, which may have been deleted.'),
    organizationId: idFilter('organization', 'Only events of this organization.'),
    actorId: idSchema.optional().describe('Only events caused by this user or application.'),
    since: timeFilter('Only events at this time or later.'),
    until: timeFilter('Only events before this time.'),
  }),
  order: { position: { type: 'bigint', description: 'Position in commit order.' } },
  tie: [{ column: 'position', type: 'bigint', nullable: false }],
  where: ({ filter }) =>
    all(
      // Without events that have no position yet, so that new events only ever appear at the end.
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

/** The position of a cursor of this list, in any order. Throws BAD_USER_INPUT at `path` for anything else. */
export function positionOf(cursor: string, path: string): bigint {
  // REST prefixes cursors with the name of the list.
  const key = cursor.replace(/^events\./, '');
  const position = orders.map((order) => tryDecodeCursor(events, order, key)?.[0]).find((found) => found != null);
  if (position == null) throw badUserInput('Not a cursor of `events`.', path);
  return BigInt(position);
}
