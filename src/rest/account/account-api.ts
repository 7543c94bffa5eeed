import { notFound } from '../../domain/failure.ts';
import { accountOperations } from '../../operations/index.ts';
import { accountLists } from '../../reads/account-lists.ts';
import { readAccount } from '../../store/account/account.ts';
import { publicFields } from '../../store/records/public-fields.ts';
import { accountShape } from '../../vocabulary/account/account-shapes.ts';
import { requireAccount } from '../../kernel/authorization.ts';
import { documentation } from '../docs.ts';
import { etagOf } from '../../http/entity-tags.ts';
import type { RestApi, RestRequest, RestResponse, Route, RouteServices } from '../route.ts';
import type { Addresses } from '../openapi/document.ts';
import { flowRoutes } from './flows.ts';
import { callOf, replayHeader, run } from '../writes.ts';
import { eventsRoute } from './events.ts';
import { exportRoute } from './export.ts';
import { readerOf } from './reader.ts';

/** The Account API: everything below `/account/api`. Cookies mean nothing here. */
export const accountApi = (addresses: Addresses): RestApi => ({
  prefix: '/account/api',
  metadata: '/.well-known/oauth-protected-resource/account',
  routes: [
    ...writeRoutes(),
    accountRoute,
    ...listRoutes(),
    eventsRoute,
    exportRoute,
    ...flowRoutes,
    ...documentation(async () => (await import('./openapi.ts')).accountDocument(addresses)),
  ],
});

/** The response with the account after a change, and with the output of the operation. */
const writeRoutes = (): Route[] =>
  accountOperations.map((operation) => ({
    ...operation.route,
    query: [],
    async handle(request, services) {
      const call = callOf(operation, request);
      const { output, isReplay } = await run(operation, { request, call }, services.execute, request.currentActor);
      const { headers, json } = await accountResponse(request, services);
      return { status: 200, headers: { ...headers, ...replayHeader(isReplay) }, json: { ...json, ...output } };
    },
  }));

const accountRoute: Route = {
  method: 'GET',
  path: '/profile',
  query: [],
  async handle(request, services) {
    requireAccount('account:read', request.actor);
    return { status: 200, ...(await accountResponse(request, services)) };
  },
};

const listRoutes = (): Route[] =>
  Object.entries(accountLists).map(([name, { read }]) => ({
    method: 'GET',
    path: `/${name}`,
    query: [],
    async handle(request, services): Promise<RestResponse> {
      requireAccount('account:read', request.actor);
      return { status: 200, json: { items: await read(readerOf(request, services)) } };
    },
  }));

async function accountResponse({ actor }: RestRequest, { database }: RouteServices) {
  const account = await readAccount(database.prisma, actor.id ?? '');
  if (!account) throw notFound('account');
  const json = publicFields(accountShape, account);
  return { headers: { etag: etagOf(json) }, json };
}
