import { notFound } from '../../domain/failure.ts';
import {
  actedForPeople,
  actedForQuery,
  countVisible,
  exchangeFilter,
  exchangeOrganizations,
  exchangesPermission,
  readActedForSince,
  readExchange,
  readExchangePage,
  visibleExchanges,
} from '../../reads/exchanges.ts';
import { reachOf } from '../../reads/list.ts';
import { readLedgerState } from '../../store/exchanges/ledger-state.ts';
import { edgeRoutes } from './exchange-edges.ts';
import { fieldsOf, once, readBound, readLimit } from './list-request.ts';
import { linkTo, visible as visibleRecord } from './reads.ts';
import type { RestRequest, RestResponse, Route, RouteServices } from '../route.ts';

const pageParameters = ['limit', 'cursor', 'countUpTo'];

/** The ledger of token exchanges, the newest first. */
const listRoute: Route = {
  method: 'GET',
  path: '/exchanges',
  query: [...pageParameters, ...Object.keys(exchangeFilter.shape)],
  handle: list,
};

/** One exchange, by the `jti` of its token. */
const memberRoute: Route = {
  method: 'GET',
  path: '/exchanges/:exchangeId',
  query: [],
  async handle({ actor, parameters }, { database }) {
    const exchange = await readExchange(database.prisma, actor, parameters['exchangeId'] ?? '');
    if (!exchange) throw notFound('exchange', 'exchangeId');
    return { status: 200, json: exchange };
  },
};

/** The way in which exchanges are recorded, and the times when some may be missing. */
const ledgerRoute: Route = {
  method: 'GET',
  path: '/exchange-ledger',
  query: [],
  async handle({ actor }, { database, clock, exchangeLedger }) {
    reachOf(actor, exchangesPermission);
    const state = await readLedgerState(database.prisma, clock.now(), exchangeLedger.retentionDays);
    return { status: 200, json: { ...exchangeLedger, ...state } };
  },
};

/** The actions of applications for a person. */
const actedForRoute: Route = {
  method: 'GET',
  path: '/users/:userId/acted-for',
  query: Object.keys(actedForQuery.shape),
  async handle(request, services) {
    const { actor, query, parameters } = request;
    exchangeOrganizations(actor);
    const since = readActedForSince(fieldsOf(query, actedForQuery), services.clock.now());
    await visibleRecord('user', request, services);
    const { userId = '' } = parameters;
    const acted = await actedForPeople(services.database.prisma, actor, { userIds: [userId], since });
    return { status: 200, json: { items: acted.get(userId) ?? [], ledger: services.exchangeLedger.mode } };
  },
};

export const exchangeRoutes: readonly Route[] = [listRoute, memberRoute, ledgerRoute, actedForRoute, ...edgeRoutes];

async function list(request: RestRequest, { database, exchangeLedger }: RouteServices): Promise<RestResponse> {
  const { actor, query } = request;
  // Authorization precedes validation.
  exchangeOrganizations(actor);
  const filters = new URLSearchParams([...query].filter(([name]) => !pageParameters.includes(name)));
  const visible = visibleExchanges(actor, fieldsOf(filters, exchangeFilter));
  const size = readLimit(once('limit', query.getAll('limit')));
  const bound = readBound(once('countUpTo', query.getAll('countUpTo')));
  const after = once('cursor', query.getAll('cursor'))?.replace(/^exchanges\./, '');
  const { exchanges, hasMore } = await readExchangePage(database.prisma, visible, { after, size, path: 'cursor' });
  const nextCursor = hasMore ? `exchanges.${exchanges.at(-1)?.id}` : null;
  return {
    status: 200,
    headers: nextCursor === null ? {} : { link: linkTo(listRoute, request, nextCursor) },
    json: {
      items: exchanges,
      ...(await countVisible(database.prisma, visible, bound)),
      nextCursor,
      ledger: exchangeLedger.mode,
    },
  };
}
