import { invalidCursor } from '../../domain/failure.ts';
import { events } from '../../reads/lists/events.ts';
import { totalOf } from '../../reads/page.ts';
import { readHolderList, readHolders } from '../../store/event-holders.ts';
import { once, readBound, readLimit } from './list-request.ts';
import { requireEverywhere } from './permissions.ts';
import { visible } from './reads.ts';
import type { RestRequest, RestResponse, Route, RouteServices } from '../route.ts';

/** All holders of a deleted role, in pages; none for events of other types. */
export const eventHoldersRoute: Route = {
  method: 'GET',
  path: '/events/:eventId/holders',
  query: ['limit', 'cursor', 'countUpTo'],
  handle,
};

type EventRow = Parameters<typeof readHolders>[1];

async function handle(request: RestRequest, services: RouteServices): Promise<RestResponse> {
  // Events of roles belong to no organization.
  requireEverywhere(request.actor, 'events:read');
  const { query } = request;
  const from = startOf(once('cursor', query.getAll('cursor')));
  const limit = readLimit(once('limit', query.getAll('limit')));
  const bound = readBound(once('countUpTo', query.getAll('countUpTo')));
  await events.prepare?.(services.database);
  const event = (await visible('event', request, services)) as EventRow;
  const { prisma } = services.database;
  const { total, stored, isComplete } = await readHolderList(prisma, event);
  const items = from < stored ? await readHolders(prisma, event, [from, from + limit]) : [];
  const next = from + items.length;
  const nextCursor = next < stored || !isComplete ? `holders.${next}` : null;
  return { status: 200, json: { items, ...totalOf(total, bound), nextCursor } };
}

function startOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, digits] = /^holders\.(\d{1,9})$/.exec(cursor) ?? [];
  if (digits === undefined) throw invalidCursor('Not a cursor of this list.', 'cursor');
  return Number(digits);
}
