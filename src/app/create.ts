import { join, resolve } from 'node:path';
import { type Config, withPort } from '../config.ts';
import { bindServer, type HttpServer } from '../server/server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts';
import type { Overrides } from './kernel-services.ts';
import { warnOfLostPasskeys } from './maintenance/lost-passkeys.ts';
import { keepProcessRecord } from './maintenance/process-record.ts';
import type { Services } from './services.ts';
import { startupStep } from './start/startup-step.ts';

/** The whole platform in one process. */
export interface App {
  /** The settings, with the port that was bound. */
  config: Config;
  services: Services;
  /** Address at which this process listens; clients use `config.publicUrl`. */
  url: string;
  /** Starts to answer requests. Before that they get 503. */
  listen(): void;
  /** Resolves with a sentence when the embedded database is lost and the platform has to be closed. */
  failure: Promise<string>;
  /** Is not ready from now on, so that load balancers send requests elsewhere, but still answers those that come. */
  drain(): void;
  /** Refuses new requests, waits up to 10 s for those in progress, then closes everything. Can be called twice. */
  close(): Promise<void>;
}

/**
 * Starts the platform. The port is bound first, so that a second start on the same port fails before it touches any
 * data. Throws ConfigError, a sentence that names the variable, if a setting cannot be used; nothing is left open then.
 */
export async function createApp(initialConfig: Config, overrides: Overrides = {}): Promise<App> {
  await using opened = new AsyncDisposableStack();
  const server = await bind(initialConfig);
  opened.defer(() => server.close(0));
  const config = withPort(initialConfig, server.port);
  // The database starts in another process while this one loads the rest of the code.
  const [
    database,
    { openServices },
    { createHandlers },
    { startMaintenance },
    { startDelivery },
    { startMessageDelivery },
    { startJobs },
  ] = await Promise.all([
    config.databaseUrl === undefined ? startDatabase(config, opened) : { url: config.databaseUrl },
    import('./services.ts'),
    import('./handlers.ts'),
    import('./maintenance/maintenance.ts'),
    import('./start-webhooks.ts'),
    import('./messages/start-messages.ts'),
    import('./jobs/start.ts'),
  ]);
  const services = await openServices(config, database.url, overrides, opened);
  await warnOfLostPasskeys(services);
  opened.defer(await keepProcessRecord(services));
  const handlers = createHandlers(services, server);
  opened.defer(startMaintenance(services));
  opened.defer(startDelivery(services, handlers.metrics));
  opened.defer(startMessageDelivery(services, handlers.metrics));
  opened.defer(startJobs(services));
  const failed = Promise.withResolvers<string>();
  if ('watch' in database) {
    if (database.warning) services.logger.warn(database.warning);
    opened.defer(database.watch({ logger: services.logger, onLost: failed.resolve }));
  }
  const resources = opened.move();
  return {
    config,
    services,
    url: `http://localhost:${server.port}`,
    listen: () => server.serve(handlers),
    drain: server.drain,
    failure: failed.promise,
    close: async () => {
      // The server closes only after all connections, including sockets and streams.
      await Promise.all([server.close(), handlers.close()]);
      await resources.disposeAsync();
    },
  };
}

function bind({ port, host }: Config): Promise<HttpServer> {
  return startupStep('PORT or HOST', `cannot listen on ${host}:${port}`, () => bindServer(port, host));
}

async function startDatabase({ dataDir }: Config, opened: AsyncDisposableStack): Promise<EmbeddedPostgres> {
  const start = () => startEmbeddedPostgres(join(resolve(dataDir), 'postgres'));
  const postgres = await startupStep('DATA_DIR', 'cannot start the embedded database', start);
  opened.defer(() => postgres.stop());
  return postgres;
}
