import { join, resolve } from 'node:path';
import { type Config, configWarnings, withPort } from '../config.ts';
import { bindServer, type HttpServer } from '../http/server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts';
import type { Overrides, Services } from './services.ts';
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
  /** Resolves with one sentence when the platform cannot go on, because its embedded database is gone: close it then. */
  failure: Promise<string>;
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
  // The database starts in a process of its own while this one is busy loading the rest of the code.
  const [database, { openServices }, { createHandlers }, { startChores }, { startDelivery }] = await Promise.all([
    config.databaseUrl === undefined ? startDatabase(config, opened) : { url: config.databaseUrl },
    import('./services.ts'),
    import('./handlers.ts'),
    import('./maintenance.ts'),
    import('./webhook-delivery.ts'),
  ]);
  const services = await openServices(config, database.url, overrides, opened);
  for (const warning of configWarnings(config)) services.logger.warn(warning);
  const answering = createHandlers(services, server);
  opened.defer(startChores(services));
  opened.defer(startDelivery(services, answering.metrics));
  const failed = Promise.withResolvers<string>();
  if ('watch' in database) {
    if (database.warning) services.logger.warn(database.warning);
    opened.defer(database.watch({ logger: services.logger, onLost: failed.resolve }));
  }
  const everything = opened.move();
  return {
    config,
    services,
    url: `http://localhost:${server.port}`,
    listen: () => server.serve(answering),
    failure: failed.promise,
    close: async () => {
      // Sockets and streams are connections, too: the server has not closed before they have.
      await Promise.all([server.close(), answering.close()]);
      await everything.disposeAsync();
    },
  };
}

function bind({ port, host }: Config): Promise<HttpServer> {
  return step('PORT or HOST', `cannot listen on ${host}:${port}`, () => bindServer(port, host));
}

async function startDatabase({ dataDir }: Config, opened: AsyncDisposableStack): Promise<EmbeddedPostgres> {
  const start = () => startEmbeddedPostgres(join(resolve(dataDir), 'postgres'));
  const postgres = await step('DATA_DIR', 'the embedded database cannot be started', start);
  opened.defer(() => postgres.stop());
  return postgres;
}
