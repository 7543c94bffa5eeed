import { readAccountEventPage } from '../../reads/account-events.ts';
import { requireAccount } from '../../kernel/authorization.ts';
import { publicFields } from '../../store/records/public-fields.ts';
import { accountEventShape } from '../../vocabulary/account/account-shapes.ts';
import { once, readLimit } from '../reads/list-request.ts';
import type { Route } from '../route.ts';

/** The events about the account, newest first, in pages. */
export const eventsRoute: Route = {
  method: 'GET',
  path: '/events',
  query: ['limit', 'cursor'],
  async handle({ actor, query }, { database, cursorSeal }) {
    requireAccount('account:read', actor);
    const size = readLimit(once('limit', query.getAll('limit')));
    const after = once('cursor', query.getAll('cursor'));
    const reader = { prisma: database.prisma, database, cursorSeal, userId: actor.id ?? '' };
    const { edges, hasNextPage } = await readAccountEventPage(reader, { size, after, path: 'cursor' });
    const items = edges.map(({ node }) => publicFields(accountEventShape, node));
    return { status: 200, json: { items, nextCursor: hasNextPage ? (edges.at(-1)?.cursor ?? null) : null } };
  },
};
