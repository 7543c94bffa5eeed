import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Listener } from '../http/listener.ts';
import type { Actor } from '../kernel/actor.ts';
import { createBearer } from '../oidc/tokens/bearer.ts';
import { createExplainExchange } from '../oidc/grants/explain-exchange.ts';
import { clientAddress, networkOf } from '../platform/network/client-address.ts';
import { createExplainSignIn } from '../reads/explain-sign-in.ts';
import { createFindLocks } from '../store/flows/locks.ts';
import type { Services } from './services.ts';
import { isPermissionIn, type Permission } from '../vocabulary/permissions.ts';
import { lazy } from '../domain/lazy.ts';

/** The Management API. */
export interface Management {
  graphql: Listener;
  rest: Listener;
  /** Handles a WebSocket upgrade request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** Closes sockets and streams. */
  close(): Promise<void>;
}

/**
 * GraphQL and REST are loaded by their first request: they take 40 MB of memory and a third of the start, and a process
 * that only signs users in and issues tokens does not need them.
 */
export function createManagement(services: Services): Management {
  const authenticate = authenticator(services);
  const { production, trustedProxies } = services.config;
  const clientNetwork = (request: IncomingMessage) => networkOf(clientAddress(request, trustedProxies));
  const findLocks = createFindLocks(services.secretBox);
  const explainSignIn = createExplainSignIn({ ...services, findLocks });
  const explainExchange = createExplainExchange({ ...services, ...services.tokens });
  const graphql = lazy(async () => {
    const { createGraphql } = await import('../graphql/server.ts');
    return createGraphql({
      ...services,
      production,
      authenticate,
      explainExchange,
      findLocks,
      explainSignIn,
      networkOf: clientNetwork,
    });
  });
  const rest = lazy(async () => {
    const { createRest } = await import('../rest/server.ts');
    return createRest({ ...services, authenticate, explainExchange, explainSignIn, findLocks });
  });
  return {
    graphql: async (request, response) => (await graphql.load()).listener(request, response),
    rest: async (request, response) => (await rest.load())(request, response),
    upgrade: async (request, socket, head) => (await graphql.load()).upgrade(request, socket, head),
    close: async () => (await graphql.loaded())?.close(),
  };
}

/**
 * The actor of a bearer token. Its permissions are the Management API scopes of the token that the subject still holds,
 * everywhere or per organization.
 */
function authenticator({ config, database, tokens }: Services): (authorization: string | null) => Promise<Actor> {
  const bearer = createBearer({ ...tokens, database, audience: config.managementResource });
  const permissionsIn = (organizationId: string | null, scopes: readonly string[]) =>
    new Set(scopes.filter((scope): scope is Permission => isPermissionIn(organizationId, scope)));
  return async (authorization) => {
    const { scopes, organizations, ...caller } = await bearer(authorization);
    const byOrganization = [...organizations].map(
      ([organizationId, held]) => [organizationId, permissionsIn(organizationId, held)] as const,
    );
    const permissions = permissionsIn(null, scopes);
    return { ...caller, permissions, organizations: new Map(byOrganization) };
  };
}
