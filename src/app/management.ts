import packageJson from '../../package.json' with { type: 'json' };
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createFindBodies } from '../delivery/webhooks/bodies.ts';
import { createSignInPreview } from '../experience/preview.ts';
import { markForeign, type OriginRules, withCors } from '../server/cross-origin.ts';
import type { Listener } from '../http/listener.ts';
import type { Actor } from '../kernel/actor.ts';
import type { MyFlows } from '../kernel/my-flows.ts';
import { createBearer } from '../oidc/tokens/bearer.ts';
import { createExplainExchange } from '../oidc/grants/explain-exchange.ts';
import { createCursorSeal } from '../platform/crypto/cursor-seal.ts';
import { networkOf } from '../platform/network/client-address.ts';
import { createExplainSignIn } from '../reads/explain-sign-in.ts';
import { createReadTrial } from '../reads/identity-provider-trial.ts';
import { createReadSignInTrial } from '../reads/sign-in-trial.ts';
import { createFindLocks } from '../store/flows/locks.ts';
import { createOpenAddress } from '../store/sessions/address.ts';
import { createFindSessions } from '../store/sessions/sessions.ts';
import { hasAccountOrigin, hasCorsOrigin } from '../store/records/applications.ts';
import type { LiveClients } from '../graphql/server.ts';
import type { RestApi } from '../rest/route.ts';
import { shape } from './payload-selection.ts';
import type { Services } from './services.ts';
import { isPermissionIn, type Permission } from '../vocabulary/permissions.ts';
import { Failure } from '../domain/failure.ts';
import { lazy } from '../domain/lazy.ts';

/** The Management API and the Account API. */
export interface Management {
  graphql: Listener;
  /** The Management API over REST. */
  rest: Listener;
  /** The Account API over REST. */
  account: Listener;
  /** Handles a WebSocket upgrade request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** Number of live clients by transport. */
  liveClients(): Promise<LiveClients>;
  /** Closes sockets and streams. */
  close(): Promise<void>;
}

/**
 * GraphQL and REST are loaded by their first request: they take 40 MB of memory and a third of the start, and a process
 * that only signs users in and issues tokens does not need them.
 */
export function createManagement(services: Services & { myFlows: MyFlows }): Management {
  const authenticate = authenticator(services);
  const { production, publicUrl, issuer, environment, contact } = services.config;
  const { prisma } = services.database;
  const origins: OriginRules = {
    publicOrigin: new URL(publicUrl).origin,
    isRegistered: (origin) => hasCorsOrigin(prisma, origin, services.clock.now()),
  };
  const clientNetwork = (request: IncomingMessage) => networkOf(services.clientAddress(request));
  const apiServices = { ...services, ...createReads(services), authenticate };
  const graphql = lazy(async () => {
    const { createGraphql } = await import('../graphql/server.ts');
    return createGraphql({
      ...apiServices,
      production,
      networkOf: clientNetwork,
      platform: { version: packageJson.version, issuer, environment, contact },
    });
  });
  const restOf = (api: 'management' | 'account', load: () => Promise<RestApi>) =>
    lazy(async () => {
      const [{ createRest }, restApi] = await Promise.all([import('../rest/server.ts'), load()]);
      return createRest(restApi, { ...apiServices, authenticate: ofApi(api, authenticate) });
    });
  const rest = restOf('management', async () =>
    (await import('../rest/management-api.ts')).managementApi(services.config),
  );
  const account = restOf('account', async () =>
    (await import('../rest/account/account-api.ts')).accountApi(services.config),
  );
  const accountOrigins = {
    ...origins,
    isRegistered: (origin: string) => hasAccountOrigin(prisma, origin, services.clock.now()),
  };
  return {
    graphql: withCors(async (request, response) => (await graphql.load()).listener(request, response), origins),
    rest: withCors(async (request, response) => (await rest.load())(request, response), origins),
    account: withCors(async (request, response) => (await account.load())(request, response), accountOrigins),
    upgrade: async (request, socket, head) => {
      markForeign(request, origins);
      (await graphql.load()).upgrade(request, socket, head);
    },
    liveClients: async () => (await graphql.loaded())?.liveClients() ?? { socket: 0, stream: 0 },
    close: async () => (await graphql.loaded())?.close(),
  };
}

/** Reads of both APIs besides lists and records. */
function createReads(services: Services) {
  const { config, secretBox, tokens } = services;
  const findLocks = createFindLocks(secretBox);
  return {
    findLocks,
    cursorSeal: createCursorSeal(secretBox),
    findSessions: createFindSessions(secretBox),
    openAddress: createOpenAddress(secretBox),
    findBodies: createFindBodies(shape),
    exchangeLedger: config.exchangeLedger,
    explainSignIn: createExplainSignIn({ ...services, findLocks }),
    previewSignIn: createSignInPreview(services),
    readTrial: createReadTrial(services),
    readSignInTrial: createReadSignInTrial(services),
    explainExchange: createExplainExchange({ ...services, ...tokens, managementResource: config.managementResource }),
  };
}

/**
 * The actor of a bearer token. Its permissions are the Management API scopes of the token that the subject still holds,
 * everywhere or per organization. The page of another origin needs a token of an application that has registered it.
 */
function authenticator({ config, database, tokens, clock }: Services): Authenticate {
  const bearer = createBearer({
    ...tokens,
    database,
    audience: config.managementResource,
    accountResource: config.accountResource,
  });
  const permissionsIn = (organizationId: string | null, scopes: readonly string[]) =>
    new Set(scopes.filter((scope): scope is Permission => isPermissionIn(organizationId, scope)));
  return async (authorization, origin) => {
    const { scopes, organizations, ...caller } = await bearer(authorization);
    const [clientId = caller.id] = caller.applicationIds;
    if (origin !== undefined && !(await hasCorsOrigin(database.prisma, origin, clock.now(), clientId)))
      throw foreignOrigin();
    const byOrganization = [...organizations]
      .map(([organizationId, held]) => [organizationId, permissionsIn(organizationId, held)] as const)
      .filter(([, held]) => held.size > 0);
    return { ...caller, permissions: permissionsIn(null, scopes), organizations: new Map(byOrganization) };
  };
}

/** Over REST, each of the two APIs has its addresses, and takes its tokens only. */
const ofApi =
  (api: 'management' | 'account', authenticate: Authenticate): Authenticate =>
  async (authorization, origin) => {
    const actor = await authenticate(authorization, origin);
    if ((api === 'account') !== (actor.account !== undefined))
      throw new Failure('UNAUTHENTICATED', 'The access token is meant for another API.');
    return actor;
  };

type Authenticate = (authorization: string | null, origin?: string) => Promise<Actor>;

const foreignOrigin = (): Failure =>
  new Failure('FORBIDDEN', 'The application of the access token has not registered the origin of this page.');
