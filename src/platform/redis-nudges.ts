import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { z } from 'zod';
import type { Logger } from './logger.ts';
import type { LocalNudges, Nudge, Nudges } from './nudges.ts';

const channel = 'mandate:nudges';
const message = z.object({ from: z.string(), types: z.array(z.string()) });
const lookEverywhere: Nudge = { types: [] };

/** Adds Redis to the nudges of this process: tells the other processes, and hears what they tell. See `openNudges`. */
export async function openRedisNudges(url: string, local: LocalNudges, logger: Logger): Promise<Nudges> {
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

function receive(text: string, ownName: string, local: LocalNudges, logger: Logger): void {
  try {
    const { from, types } = message.parse(JSON.parse(text));
    if (from !== ownName) local.publish({ types });
  } catch {
    logger.warn('something that is not a nudge arrived on the channel for nudges');
  }
}
