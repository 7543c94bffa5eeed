import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { z } from 'zod';
import type { Logger } from './logger.ts';

/**
 * "Look again": says that events of these types were just committed. It carries no fact, it can be lost, and it is never relied on.
 * No types at all means that some nudges may have been lost: everyone should look.
 */
export interface Nudge {
  types: string[];
}

/** How the processes of one platform wake each other after a commit. */
export interface Nudges {
  /** Tells every subscriber, here and (through Redis) in the other processes. Never throws and never waits. */
  publish(nudge: Nudge): void;
  /** Calls the listener for every nudge until the returned function is called. */
  subscribe(listener: (nudge: Nudge) => void): () => void;
  close(): Promise<void>;
}

/** Whether a nudge concerns event types that start with one of the prefixes ("Application.", "SigningKey."). */
export function concerns(nudge: Nudge, ...prefixes: string[]): boolean {
  return nudge.types.length === 0 || nudge.types.some((type) => prefixes.some((prefix) => type.startsWith(prefix)));
}

const channel = 'mandate:nudges';
const message = z.object({ from: z.string(), types: z.array(z.string()) });
const lookEverywhere: Nudge = { types: [] };

/**
 * Nudges over Redis, or within this process when there is no Redis. Rejects when Redis cannot be reached now; when it goes away later,
 * the client reconnects, and all subscribers are told to look once it is back.
 */
export async function openNudges(redisUrl: string | undefined, logger: Logger): Promise<Nudges> {
  const local = createLocal(logger);
  return redisUrl === undefined ? { ...local, close: () => Promise.resolve() } : overRedis(redisUrl, local, logger);
}

type Local = Pick<Nudges, 'publish' | 'subscribe'>;

function createLocal(logger: Logger): Local {
  const listeners = new Set<(nudge: Nudge) => void>();
  const tell = (nudge: Nudge) => {
    for (const listener of listeners) {
      try {
        listener(nudge);
      } catch (err) {
        logger.error({ err }, 'a listener to nudges failed');
      }
    }
  };
  return {
    // After the publisher's own turn: what it does after the commit comes before what others make of it.
    publish: (nudge) => void setImmediate(tell, nudge),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

async function overRedis(url: string, local: Local, logger: Logger): Promise<Nudges> {
  const from = randomUUID();
  const publisher = connection(url, 'publisher', logger);
  const subscriber = connection(url, 'subscriber', logger);
  const destroy = () => {
    for (const client of [publisher, subscriber]) if (client.isOpen) client.destroy();
  };
  try {
    await Promise.all([publisher.connect(), subscriber.connect()]);
    await subscriber.subscribe(channel, (text) => receive(text, from, local, logger));
  } catch (error) {
    destroy();
    throw error;
  }
  const tellOthers = (nudge: Nudge) => {
    publisher.publish(channel, JSON.stringify({ from, types: nudge.types })).catch((err: unknown) => {
      logger.warn({ reason: reasonOf(err) }, 'a nudge did not reach Redis; other processes will see the change later');
    });
  };
  // From here on "ready" means "back after an absence": what was said meanwhile, by us or to us, is lost.
  publisher.on('ready', () => tellOthers(lookEverywhere));
  subscriber.on('ready', () => local.publish(lookEverywhere));
  return {
    subscribe: local.subscribe,
    publish: (nudge) => {
      // Our own subscribers do not depend on Redis being there.
      local.publish(nudge);
      tellOthers(nudge);
    },
    close: () => {
      destroy();
      return Promise.resolve();
    },
  };
}

type Connection = ReturnType<typeof createClient>;

// Until the first connection stands, a failure is final: the start must end with a sentence instead of trying for ever.
function connection(url: string, role: string, logger: Logger): Connection {
  let connected = false;
  const client: Connection = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 3000,
      reconnectStrategy: (retries, cause) => (connected ? Math.min(100 * 2 ** retries, 3000) : cause),
    },
  });
  client.on('ready', () => {
    if (connected) logger.info({ role }, 'Redis is back');
    connected = true;
  });
  client.on('error', (err: Error) => {
    if (connected) logger.warn({ role, reason: err.message }, 'the connection to Redis failed; reconnecting');
  });
  return client;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function receive(text: string, ownName: string, local: Local, logger: Logger): void {
  try {
    const { from, types } = message.parse(JSON.parse(text));
    if (from !== ownName) local.publish({ types });
  } catch {
    logger.warn('something that is not a nudge arrived on the channel for nudges');
  }
}
