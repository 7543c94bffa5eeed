import { startChores } from './chores.ts';
import { type Config, configWarnings, withPort } from './config.ts';
import { createExperience } from './experience/routes.ts';
import { issuerPages } from './experience/pages/notices.ts';
import { createGraphql } from './graphql/server.ts';
import { createDispatch, type Handlers } from './http/dispatch.ts';
import { healthRoutes } from './http/health.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { createPages } from './http/pages.ts';
import { bindServer, type HttpServer } from './http/server.ts';
import type { Actor } from './kernel/actor.ts';
import { createBearer } from './oidc/bearer.ts';
import { createIssuer } from './oidc/provider/issuer.ts';
import { createTokenShortcut } from './oidc/token-shortcut.ts';
import { openServices, type Overrides, type Services } from './services.ts';
import { step } from './start-failure.ts';
import { isPermission } from './vocabulary/permissions.ts';

/** The whole platform in one process. */
export interface App {
  /** The settings, with the port that was taken. */
  config: Config;
  services: Services;
  /** Where this process listens; `config.publicUrl` is where the world finds it. */
  url: string;
  /** From now on requests are answered; until then they get 503. */
  listen(): void;
  /** Takes no more requests, finishes those under way (10 s), then closes everything. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Puts the platform together. The port is bound first: a second start on the same port ends before it touches any data. Throws
 * ConfigError, one sentence that names the variable, when a setting does not fit; nothing is left open then.
 */
export async function createApp(given: Config, overrides: Overrides = {}): Promise<App> {
  await using opened = new AsyncDisposableStack();
  const server = await bind(given);
  opened.defer(() => server.close(0));
  const config = withPort(given, server.port);
  const services = await openServices(config, overrides, opened);
  for (const warning of configWarnings(config)) services.logger.warn(warning);
  const dispatch = assemble(services, server);
  opened.defer(startChores(services));
  const everything = opened.move();
  return {
    config,
    services,
    url: `http://localhost:${server.port}`,
    listen: () => server.serve(dispatch),
    close: async () => {
      await server.close();
      await everything.disposeAsync();
    },
  };
}

function assemble(services: Services, server: HttpServer): ReturnType<typeof createDispatch> {
  const { config, database, ids, logger, tokens } = services;
  const metrics = createMetrics(database.pool);
  const issuer = createIssuer({ ...services, ...tokens, pages: issuerPages });
  const experience = createExperience({ ...services, interactions: issuer.interactions });
  const pages = createPages([healthRoutes(database.pool, server.isDraining), metrics.routes, experience], logger);
  const graphql = createGraphql({ ...services, production: config.production, authenticate: authenticator(services) });
  const handlers = { issuer: issuer.listener, graphql, pages, ...shortcut(services, metrics) };
  return createDispatch(handlers, { ids, logger, metrics, https: config.publicUrl.startsWith('https:') });
}

function shortcut({ config, clock, tokens }: Services, metrics: Metrics): Pick<Handlers, 'shortcut'> {
  if (!config.tokenShortcut) return {};
  const parts = { ...tokens, clock, onGranted: metrics.countShortcut };
  return { shortcut: (fallback) => createTokenShortcut(parts, fallback) };
}

/** The actor behind a bearer token: its permissions are the scopes of the Management API that it carries and still holds. */
function authenticator({ config, tokens }: Services): (authorization: string | null) => Promise<Actor> {
  const bearer = createBearer({ ...tokens, audience: config.managementResource });
  return async (authorization) => {
    const { kind, id, scopes } = await bearer(authorization);
    return { kind, id, permissions: new Set(scopes.filter(isPermission)) };
  };
}

function bind({ port, host }: Config): Promise<HttpServer> {
  return step('PORT or HOST', `cannot listen on ${host}:${port}`, () => bindServer(port, host));
}
