import { z } from 'zod';
import { invalidCursor } from '../../domain/failure.ts';
import { events } from '../../reads/lists/events.ts';
import { totalOf } from '../../reads/page.ts';
import { readHolderList, readHolders } from '../../store/event-holders.ts';
import { once, readBound, readLimit } from './list-request.ts';
import { requireEverywhere } from './permissions.ts';
import { visible } from './reads.ts';
import type { RestRequest, RestResponse, Route, RouteServices } from '../route.ts';
import { idOf } from '../../vocabulary/ids.ts';
import { field } from '../../vocabulary/shape-parts.ts';

export const eventHolderShape = z
  .strictObject({
    userId: idOf('user').nullable().describe('Id of the user; null for others.'),
    applicationId: field(idOf('application').nullable(), 'Id of the application; null for others.', null),
    organizationId: field(
      idOf('organization').nullable(),
      'Id of the organization in which a member held the organization role, or whose domain or identity provider it is; null for others.',
      null,
    ),
    organizationInvitationId: field(
      idOf('organizationInvitation').nullable(),
      'Id of the invitation that included the organization role; null for others.',
      null,
    ),
    domain: field(z.string().nullable(), 'Domain whose people got the organization role; null for others.', null),
    identityProviderId: field(
      idOf('identityProvider').nullable(),
      'Id of the identity provider whose people got the organization role; null for others.',
      null,
    ),
  })
  .meta({
    id: 'EventHolder',
    description:
      'What had a role when it was deleted: a user, an application, an invitation, a domain or an identity provider.',
  });

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
