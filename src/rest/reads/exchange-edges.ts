import { edgesQuery, readEdgesRange, readExchangeEdges, readUsesOf } from '../../reads/exchange-edges.ts';
import { exchangesPermission } from '../../reads/exchanges.ts';
import type { Route } from '../route.ts';
import { fieldsOf } from './list-request.ts';
import { requireEverywhere } from './permissions.ts';
import { visible } from './reads.ts';

/** The applications that exchange tokens, for which API, summed up by days. */
export const edgesRoute: Route = {
  method: 'GET',
  path: '/exchange-edges',
  query: Object.keys(edgesQuery.shape),
  async handle({ actor, query }, { database, clock }) {
    requireEverywhere(actor, exchangesPermission);
    const range = readEdgesRange(fieldsOf(query, edgesQuery), clock.now());
    return { status: 200, json: await readExchangeEdges(database.prisma, range) };
  },
};

/** The token exchanges by an application, or for an API resource. */
const useRoute = (kind: 'application' | 'apiResource', path: string): Route => ({
  method: 'GET',
  path,
  query: Object.keys(edgesQuery.shape),
  async handle(request, services) {
    const { actor, query, parameters } = request;
    requireEverywhere(actor, exchangesPermission);
    const range = readEdgesRange(fieldsOf(query, edgesQuery), services.clock.now());
    await visible(kind, request, services);
    const of = `${kind}Id` as const;
    const items = await readUsesOf(services.database.prisma, range, { of, ids: [parameters[of] ?? ''] });
    return { status: 200, json: { items } };
  },
});

export const applicationUseRoute = useRoute('application', '/applications/:applicationId/exchange-use');
export const resourceUseRoute = useRoute('apiResource', '/resources/:apiResourceId/exchange-use');

export const edgeRoutes: readonly Route[] = [edgesRoute, applicationUseRoute, resourceUseRoute];
