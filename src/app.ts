import { type Config, configWarnings, withPort } from './config.ts';
import { createDispatch } from './http/dispatch.ts';
import { healthRoutes } from './http/health.ts';
import { createMetrics } from './http/metrics.ts';
import { createPages } from './http/pages.ts';
import { bindServer, type HttpServer } from './http/server.ts';
import { openServices, type Overrides, type Services } from './services.ts';
import { step } from './start-failure.ts';

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
  const { config, database, ids, logger } = services;
  const metrics = createMetrics(database.pool);
  const groups = [healthRoutes(database.pool, server.isDraining), metrics.routes];
  const pages = createPages(groups, logger);
  const handlers = { issuer: pages, graphql: pages, pages };
  return createDispatch(handlers, { ids, logger, metrics, https: config.publicUrl.startsWith('https:') });
}

function bind({ port, host }: Config): Promise<HttpServer> {
  return step('PORT or HOST', `cannot listen on ${host}:${port}`, () => bindServer(port, host));
}
