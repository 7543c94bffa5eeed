import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ensureRunning, findRunning, type Restart, type Server, superuserAddress, wasStopped } from './server.ts';
import type { Logger } from '../logger.ts';
import { messageOf } from '../error-message.ts';

export interface WatchOptions {
  logger: Logger;
  /** Called once, with a sentence, if the server cannot be restarted. */
  onLost: (sentence: string) => void;
  /** See Restart. */
  attempts?: number;
}

/** Prefix of the names of the connections that watch the server; each process has its own name. */
export const watchPrefix = 'mandate-watch-';

/** Stops watching and closes the connection. */
export type EndWatch = () => Promise<void>;

/** Attempts to restart: up to ten seconds, until the statements of the killed server have ended. */
const restartAttempts = 100;

/**
 * Supervises a running server over a connection that stays open: it closes as soon as the server ends. The first
 * process that notices restarts a killed server on its port; one that was stopped stays stopped. The connection also
 * shows other processes that the server is in use.
 */
export function watchServer(
  server: Server,
  { port, name }: { port: number; name: string },
  { logger, onLost, attempts = restartAttempts }: WatchOptions,
): EndWatch {
  const ending = new AbortController();
  const address = `${superuserAddress(server.cluster, port)}?application_name=${name}`;
  const keepWatching = async (): Promise<void> => {
    for (let isRestart = false; ; isRestart = true) {
      await connectionEnds(address, ending.signal, () => {
        if (isRestart) logger.info('embedded PostgreSQL: restarted');
      });
      if (ending.signal.aborted) return;
      logger.warn('embedded PostgreSQL: connection lost; restarting the server if it was killed');
      await restartIfKilled(server, { port, attempts });
    }
  };
  const watch = keepWatching().catch((error: unknown) => {
    if (!ending.signal.aborted) onLost(`The embedded PostgreSQL cannot be restarted. ${messageOf(error)}`);
  });
  return () => {
    ending.abort();
    return watch;
  };
}

/** Milliseconds between two checks. */
const checkInterval = 100;

/** Milliseconds until the connection is open. */
const connectTimeout = 2000;

/** Resolves when the server cannot be reached, when a connection to it ends, or when the watch ends. */
async function connectionEnds(connectionString: string, ending: AbortSignal, onConnected: () => void): Promise<void> {
  if (ending.aborted) return;
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: connectTimeout,
  });
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', () => {});
  const close = () => void client.end().catch(() => {});
  ending.addEventListener('abort', close);
  try {
    // pg settles `connect` never if `end` is called meanwhile.
    await Promise.race([client.connect(), ended]);
    if (!ending.aborted) onConnected();
    await ended;
  } catch {
    await sleep(checkInterval);
  } finally {
    ending.removeEventListener('abort', close);
    close();
  }
}

/** Checks, 100 ms apart: a server that was stopped may be restarting. */
const checks = 20;

async function restartIfKilled(server: Server, restart: Restart): Promise<void> {
  for (let check = 1; (await findRunning(server.cluster)) === undefined && wasStopped(server.cluster); check++) {
    if (check === checks) throw new Error('It was stopped.');
    await sleep(checkInterval);
  }
  const port = await ensureRunning(server, restart);
  if (port !== restart.port) throw new Error(`It was started on another port, ${port}.`);
}
