import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { CursorSeal } from '../../platform/crypto/cursor-seal.ts';
import { invalidCursor } from '../../domain/failure.ts';
import { assignPositions } from '../../store/event-positions.ts';
import { all, between, timeFilter } from '../conditions.ts';
import { eventConditions, whereEvents } from '../event-filter.ts';
import { cursorOf, type OrderBy, tryDecodeCursor } from '../keyset.ts';
import { defineList } from '../list.ts';

export const events = defineList<Prisma.EventWhereInput>()({
  name: 'events',
  kind: 'event',
  summary:
    'The event log in commit order. In ascending order, the last cursor of a page can be used later to continue without gaps or duplicates.',
  filter: z.strictObject({
    ...eventConditions,
    since: timeFilter('Only events at this time or later.'),
    until: timeFilter('Only events before this time.'),
  }),
  order: { position: { type: 'bigint', description: 'Position in commit order.' } },
  tie: [{ column: 'position', type: 'bigint', nullable: false }],
  // The number of all events, whose readers may be administrators of one organization.
  isSealed: true,
  where: ({ filter: { since, until, ...conditions } }) =>
    all(
      // Without events that have no position yet, so that new events only ever appear at the end.
      { position: { not: null } },
      ...whereEvents(conditions),
      between('occurredAt', since, until),
    ),
  // Events get their position after the commit.
  prepare: assignPositions,
  within: (organizationIds) => ({ organizationId: { in: [...organizationIds] } }),
});

const orders: readonly (OrderBy | undefined)[] = [
  undefined,
  { field: 'position', direction: 'asc' },
  { field: 'position', direction: 'desc' },
];

/** Prisma reads positions as bigint, the log as numbers. */
type Position = number | bigint;

const keyAt = (position: Position): string => cursorOf(events, undefined, { position: BigInt(position) });

/** The cursor of an event in the default order. */
export const cursorAt = (position: Position, { seal }: CursorSeal): string => seal(keyAt(position));

/** The cursor of a place in the log whose event the caller may not read: another one each time. */
export const cursorOfPlace = (position: number, { sealFresh }: CursorSeal): string => sealFresh(keyAt(position));

/** The position of a cursor of this list, in any order. Throws INVALID_CURSOR at `path` for anything else. */
export function positionOf(cursor: string, path: string, { open }: CursorSeal): number {
  // REST prefixes cursors with the name of the list.
  const key = open(cursor.replace(/^events\./, '')) ?? '';
  const position = orders.map((order) => tryDecodeCursor(events, order, key)?.[0]).find((one) => one != null);
  if (position == null) throw invalidCursor('Not a cursor of `events`.', path);
  return Number(position);
}
