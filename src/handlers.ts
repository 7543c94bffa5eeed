import { createExperience } from './experience/routes.ts';
import { issuerPages } from './experience/pages/notices.ts';
import { createDispatch, type Handlers, type Listener } from './http/dispatch.ts';
import { healthRoutes } from './http/health.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { createPages } from './http/pages.ts';
import type { HttpServer } from './http/server.ts';
import type { Actor } from './kernel/actor.ts';
import { createBearer } from './oidc/bearer.ts';
import { createIssuer } from './oidc/provider/issuer.ts';
import { createTokenShortcut } from './oidc/token-shortcut.ts';
import type { Services } from './services.ts';
import { isPermission } from './vocabulary/permissions.ts';

/** What answers requests: the issuer with its short cut, GraphQL, and the pages. */
export function createHandlers(services: Services, server: HttpServer): ReturnType<typeof createDispatch> {
  const { config, database, ids, logger, tokens } = services;
  const metrics = createMetrics(database.pool);
  const issuer = createIssuer({ ...services, ...tokens, pages: issuerPages });
  const experience = createExperience({ ...services, interactions: issuer.interactions });
  const pages = createPages([healthRoutes(database.pool, server.isDraining), metrics.routes, experience], logger);
  const management = { graphql: graphql(services), rest: rest(services) };
  const handlers = { issuer: issuer.listener, ...management, pages, ...shortcut(services, metrics) };
  return createDispatch(handlers, { ids, logger, metrics, https: config.publicUrl.startsWith('https:') });
}

/**
 * The Management API, each door of it loaded by its first request: it is a good part of the code (40 MB in memory, a third of the
 * start), and a process that only signs people in and issues tokens does without.
 */
function graphql(services: Services): Listener {
  return loadedOnce(async () => {
    const { createGraphql } = await import('./graphql/server.ts');
    const { production } = services.config;
    return createGraphql({ ...services, production, authenticate: authenticator(services) });
  });
}

function rest(services: Services): Listener {
  return loadedOnce(async () => {
    const { createRest } = await import('./rest/server.ts');
    return createRest({ ...services, authenticate: authenticator(services) });
  });
}

function loadedOnce(load: () => Promise<Listener>): Listener {
  let loaded: Promise<Listener> | undefined;
  return async (request, response) => {
    loaded ??= load();
    await (await loaded)(request, response);
  };
}

function shortcut({ config, clock, tokens }: Services, metrics: Metrics): Pick<Handlers, 'shortcut'> {
  if (!config.tokenShortcut) return {};
  const parts = { ...tokens, clock, onGranted: metrics.countShortcut };
  return { shortcut: (fallback) => createTokenShortcut(parts, fallback) };
}

/** The actor behind a bearer token: its permissions are the scopes of the Management API that it carries and still holds, and where. */
function authenticator({ config, database, tokens }: Services): (authorization: string | null) => Promise<Actor> {
  const bearer = createBearer({ ...tokens, database, audience: config.managementResource });
  const permissionsIn = (scopes: readonly string[]) => new Set(scopes.filter(isPermission));
  return async (authorization) => {
    const { kind, id, scopes, organizations } = await bearer(authorization);
    const within = [...organizations].map(([organizationId, held]) => [organizationId, permissionsIn(held)] as const);
    return { kind, id, permissions: permissionsIn(scopes), organizations: new Map(within) };
  };
}
