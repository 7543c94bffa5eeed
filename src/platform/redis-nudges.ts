import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from 'redis';
import { z } from 'zod';
import type { Logger } from './logger.ts';
import type { Nudge, Nudges } from './nudges.ts';
import { messageOf } from './error-message.ts';

const channel = 'mandate:nudges';
const nudge = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('events'), types: z.array(z.string()) }),
  z.object({ kind: z.literal('attempts'), webhookId: z.string() }),
  z.object({ kind: z.literal('messages') }),
  z.object({ kind: z.literal('everything') }),
]);
const message = z.object({ from: z.string(), nudge });
const everything: Nudge = { kind: 'everything' };

/** `startTimeout`: how long the start waits for Redis (ms). After that, the client connects in the background. */
export interface RedisLimits {
  startTimeout: number;
}

const productionLimits: RedisLimits = { startTimeout: 1000 };
/** Longest pause between two attempts to connect or subscribe (ms). */
const maxRetryDelay = 1000;
/** Pause between two warnings while Redis is unavailable (ms). */
const warningInterval = 60_000;

type Role = 'publisher' | 'subscriber';

/** Publishes the nudges of this process to the others, and receives theirs. Throws for an invalid address. */
export async function openRedisNudges(
  url: string,
  local: Nudges,
  logger: Logger,
  { startTimeout } = productionLimits,
): Promise<Nudges> {
  const from = randomUUID();
  const availability = watchAvailability(logger);
  const publisher = createClient(options(url));
  const subscriber = createClient(options(url));
  /** Nudges may have been lost before any connection that is made after the start. */
  let isStarted = false;
  const publishToOthers = (nudge: Nudge) => {
    publisher.publish(channel, JSON.stringify({ from, nudge })).then(
      () => availability.gained('publisher'),
      (error: unknown) => availability.lost('publisher', error),
    );
  };
  const onPublisherReady = () => (isStarted ? publishToOthers(everything) : availability.gained('publisher'));
  const onSubscribed = () => {
    availability.gained('subscriber');
    if (isStarted) local.publish(everything);
  };
  const listener = (text: string) => receive(text, from, local, logger);
  // After a reconnect, the client subscribes again before it emits `ready`.
  let subscribed: Promise<unknown> | undefined;
  const subscribe = () => {
    subscribed ??= subscriber.subscribe(channel, listener);
    subscribed.then(onSubscribed, (error: unknown) => {
      subscribed = undefined;
      availability.lost('subscriber', error);
      setTimeout(() => void (subscriber.isReady && subscribe()), maxRetryDelay).unref();
    });
  };
  publisher.on('ready', onPublisherReady).on('error', (error) => availability.lost('publisher', error));
  subscriber.on('ready', subscribe).on('error', (error) => availability.lost('subscriber', error));
  // Rejects only if the client is closed meanwhile.
  for (const client of [publisher, subscriber]) client.connect().catch(() => {});
  await Promise.race([availability.firstKnown, delay(startTimeout, undefined, { ref: false })]);
  if (!availability.isKnown()) availability.lost('subscriber', new Error('no response'));
  isStarted = true;
  return {
    subscribe: local.subscribe,
    publish: (nudge) => {
      // Subscribers in this process do not depend on Redis.
      local.publish(nudge);
      publishToOthers(nudge);
    },
    close: () => {
      for (const client of [publisher, subscriber]) if (client.isOpen) client.destroy();
      return Promise.resolve();
    },
  };
}

const options = (url: string) => ({
  url,
  disableOfflineQueue: true,
  socket: { connectTimeout: 3000, reconnectStrategy: (retries: number) => Math.min(100 * 2 ** retries, maxRetryDelay) },
});

/** Logs when Redis becomes unavailable and available again: once for both connections, and once a minute meanwhile. */
function watchAvailability(logger: Logger) {
  const missing = new Set<Role>(['publisher', 'subscriber']);
  const first = Promise.withResolvers<void>();
  let wasReachable = false;
  let isWarned = false;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const settle = () => {
    wasReachable = true;
    first.resolve();
  };
  return {
    /** Resolves when both connections are open, or the first attempt has failed. */
    firstKnown: first.promise,
    isKnown: () => wasReachable,
    gained(role: Role): void {
      if (!missing.delete(role) || missing.size > 0) return;
      if (isWarned) logger.info('Redis: connected');
      isWarned = false;
      settle();
    },
    lost(role: Role, error: unknown): void {
      missing.add(role);
      settle();
      const now = performance.now();
      if (now - warnedAt < warningInterval) return;
      warnedAt = now;
      isWarned = true;
      logger.warn({ reason: messageOf(error) }, 'Redis: unavailable; serving without it and reconnecting');
    },
  };
}

function receive(text: string, ownId: string, local: Nudges, logger: Logger): void {
  try {
    const { from, nudge } = message.parse(JSON.parse(text));
    if (from !== ownId) local.publish(nudge);
  } catch {
    logger.warn({ channel }, 'Redis: ignored a message that is not a nudge');
  }
}
