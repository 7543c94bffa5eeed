import { z } from 'zod';
import { invalidCursor } from '../domain/failure.ts';
import { events } from '../reads/events.ts';
import { holderCount, readHolders } from '../store/event-holders.ts';
import { once, readLimit } from './list-request.ts';
import { requireEverywhere } from './permissions.ts';
import { visible } from './reads.ts';
import type { RestRequest, RestResponse, Route, RouteServices } from './route.ts';

export const eventHolderShape = z
  .strictObject({
    userId: z.string().nullable().describe('Id of the user; null for others.'),
    applicationId: z.string().nullable().describe('Id of the application; null for others.'),
    organizationId: z
      .string()
      .nullable()
      .describe(
        'Id of the organization in which a member held the organization role, or whose domain it is; null for others.',
      ),
    organizationInvitationId: z
      .string()
      .nullable()
      .describe('Id of the invitation that included the organization role; null for others.'),
    domain: z.string().nullable().describe('Domain whose people got the organization role; null for others.'),
  })
  .meta({
    id: 'EventHolder',
    description: 'What had a role when it was deleted: a user, an application, an invitation or a domain.',
  });

/** All holders of a deleted role, in pages; none for events of other types. */
export const eventHoldersRoute: Route = {
  method: 'GET',
  path: '/events/:eventId/holders',
  query: ['limit', 'cursor'],
  handle,
};

type EventRow = Parameters<typeof readHolders>[1];

async function handle(request: RestRequest, services: RouteServices): Promise<RestResponse> {
  // Events of roles belong to no organization.
  requireEverywhere(request.actor, 'events:read');
  const { query } = request;
  const from = startOf(once('cursor', query.getAll('cursor')));
  const limit = readLimit(once('limit', query.getAll('limit')));
  await events.prepare?.(services.database);
  const event = (await visible('event', request, services)) as EventRow;
  const totalCount = holderCount(event);
  const items = from < totalCount ? await readHolders(services.database.prisma, event, [from, from + limit]) : [];
  const nextCursor = from + limit < totalCount ? `holders.${from + limit}` : null;
  return { status: 200, json: { items, totalCount, nextCursor } };
}

function startOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, digits] = /^holders\.(\d{1,9})$/.exec(cursor) ?? [];
  if (digits === undefined) throw invalidCursor('Not a cursor of this list.', 'cursor');
  return Number(digits);
}
