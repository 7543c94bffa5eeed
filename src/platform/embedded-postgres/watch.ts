import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ensureRunning, findRunning, type Restart, type Server, superuserAddress, wasStopped } from './server.ts';
import type { Logger } from '../logger.ts';
import { messageOf } from '../error-message.ts';

export interface WatchOptions {
  logger: Logger;
  /** Called once, with one sentence, when the server is gone for good. */
  onLost: (sentence: string) => void;
  /** See Restart. */
  attempts?: number;
}

/** How the names of the connections that watch begin: one name for each who joined the server. */
export const watching = 'mandate-watch-';

/** Ends the watch, which closes its connection. */
export type EndWatch = () => Promise<void>;

/** How often a restart is tried: up to ten seconds, in which statements of a killed server come to their end. */
const restartAttempts = 100;

/**
 * Supervises a running server: one connection stays open, and its end shows at once that the server has gone. A server that was killed is
 * started again on its port, by whichever process comes first; one that was stopped stays stopped. The connection also shows other
 * processes that the server is in use.
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
        if (isRestart) logger.info('embedded PostgreSQL: running again');
      });
      if (ending.signal.aborted) return;
      logger.warn('embedded PostgreSQL: connection lost; starting it again if it was killed');
      await bringBack(server, { port, attempts });
    }
  };
  const watch = keepWatching().catch((error: unknown) => {
    if (!ending.signal.aborted) onLost(`The embedded PostgreSQL is gone. ${messageOf(error)}`);
  });
  return () => {
    ending.abort();
    return watch;
  };
}

/** Milliseconds after which one who could not connect looks again. */
const pause = 100;

/** Milliseconds for the connection. */
const connectLimit = 2000;

/** Resolves when the server cannot be reached, when a connection to it ends, or when the watch ends. */
async function connectionEnds(connectionString: string, ending: AbortSignal, onConnected: () => void): Promise<void> {
  if (ending.aborted) return;
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: connectLimit,
  });
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', () => {});
  const close = () => void client.end().catch(() => {});
  ending.addEventListener('abort', close);
  try {
    await client.connect();
    onConnected();
    await ended;
  } catch {
    await sleep(pause);
  } finally {
    ending.removeEventListener('abort', close);
    close();
  }
}

/** Looks at a server that was stopped, 100 ms apart: it may be restarting. */
const looks = 20;

async function bringBack(server: Server, restart: Restart): Promise<void> {
  for (let look = 1; (await findRunning(server.cluster)) === undefined && wasStopped(server.cluster); look++) {
    if (look === looks) throw new Error('It was stopped.');
    await sleep(pause);
  }
  const port = await ensureRunning(server, restart);
  if (port !== restart.port) throw new Error(`It was started on another port, ${port}.`);
}
