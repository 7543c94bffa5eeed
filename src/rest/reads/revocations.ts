import { validOrRefused } from '../../domain/problems.ts';
import { cursorOfPlace, positionOf } from '../../reads/lists/events.ts';
import { readRevocations, revocationQuery, revocationsPermission } from '../../reads/revocations.ts';
import { fieldsOf, once } from './list-request.ts';
import { requireEverywhere } from './permissions.ts';
import { linkTo } from './reads.ts';
import type { RestRequest, RestResponse, Route, RouteServices } from '../route.ts';

/** The endings, in the order in which they happened. */
export const revocationsRoute: Route = {
  method: 'GET',
  path: '/revocations',
  query: ['cursor', ...Object.keys(revocationQuery.shape)],
  handle,
};

async function handle(request: RestRequest, services: RouteServices): Promise<RestResponse> {
  // Authorization precedes validation.
  requireEverywhere(request.actor, revocationsPermission);
  const others = new URLSearchParams([...request.query].filter(([name]) => name !== 'cursor'));
  const { since, limit } = validOrRefused(revocationQuery, fieldsOf(others, revocationQuery));
  const text = once('cursor', request.query.getAll('cursor'));
  const after = text === undefined ? undefined : positionOf(text, 'cursor', services.cursorSeal);
  const { clock, cursorSeal, database } = services;
  const page = await readRevocations(
    { prisma: database.prisma, database, clock },
    { since, after, size: limit, path: 'cursor' },
  );
  const cursor = cursorOfPlace(page.position, cursorSeal);
  const { revocations: items, hasMore } = page;
  return {
    status: 200,
    headers: hasMore ? { link: linkTo(revocationsRoute, request, cursor) } : {},
    json: { items, cursor, nextCursor: hasMore ? cursor : null, asOf: page.asOf?.toISOString() ?? null },
  };
}
