import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { decodeJwt } from 'jose';
import type { Listener } from '../http/listener.ts';
import type { Actor } from '../kernel/actor.ts';
import { createBearer } from '../oidc/tokens/bearer.ts';
import { createExplainExchange } from '../oidc/grants/explain-exchange.ts';
import { clientAddress, networkOf } from '../platform/network/client-address.ts';
import type { Services } from './services.ts';
import { isPermissionIn, type Permission } from '../vocabulary/permissions.ts';
import { lazy } from '../domain/lazy.ts';

/** The Management API. */
export interface Management {
  graphql: Listener;
  rest: Listener;
  /** Takes a request for a WebSocket of GraphQL. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** Ends what is live: sockets and streams. */
  close(): Promise<void>;
}

/**
 * Each door is loaded by its first request: it is a good part of the code (40 MB in memory, a third of the start), and a process that
 * only signs people in and issues tokens does without.
 */
export function createManagement(services: Services): Management {
  const authenticate = authenticator(services);
  const { production, trustedProxies } = services.config;
  const ofClient = (request: IncomingMessage) => networkOf(clientAddress(request, trustedProxies));
  const explainExchange = createExplainExchange({ ...services, ...services.tokens });
  const graphql = lazy(async () => {
    const { createGraphql } = await import('../graphql/server.ts');
    return createGraphql({
      ...services,
      production,
      authenticate,
      expiryOf,
      explainExchange,
      networkOf: ofClient,
    });
  });
  const rest = lazy(async () => {
    const { createRest } = await import('../rest/server.ts');
    return createRest({ ...services, authenticate, explainExchange });
  });
  return {
    graphql: async (request, response) => (await graphql.load()).listener(request, response),
    rest: async (request, response) => (await rest.load())(request, response),
    upgrade: async (request, socket, head) => (await graphql.load()).upgrade(request, socket, head),
    close: async () => (await graphql.loaded())?.close(),
  };
}

/** When an access token that was accepted expires: those of our own API are JWTs. */
const expiryOf = (authorization: string): Date =>
  new Date((decodeJwt(authorization.replace(/^\S+ +/, '')).exp ?? 0) * 1000);

/** The actor behind a bearer token: its permissions are the scopes of the Management API that it carries and still holds, and where. */
function authenticator({ config, database, tokens }: Services): (authorization: string | null) => Promise<Actor> {
  const bearer = createBearer({ ...tokens, database, audience: config.managementResource });
  const permissionsIn = (organizationId: string | null, scopes: readonly string[]) =>
    new Set(scopes.filter((scope): scope is Permission => isPermissionIn(organizationId, scope)));
  return async (authorization) => {
    const { kind, id, applicationIds, scopes, organizations } = await bearer(authorization);
    const within = [...organizations].map(
      ([organizationId, held]) => [organizationId, permissionsIn(organizationId, held)] as const,
    );
    const permissions = permissionsIn(null, scopes);
    return { kind, id, applicationIds, permissions, organizations: new Map(within) };
  };
}
