import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from 'redis';
import { z } from 'zod';
import type { Logger } from './logger.ts';
import type { LocalNudges, Nudge, Nudges } from './nudges.ts';

const channel = 'mandate:nudges';
const message = z.object({ from: z.string(), types: z.array(z.string()) });
const lookEverywhere: Nudge = { types: [] };

/** Milliseconds the start waits for Redis. Longer than that, it connects in the background. */
const startWait = 1000;
/** Milliseconds between two attempts to connect, or to subscribe, at most. */
const retryWait = 1000;
/** Milliseconds between two warnings while Redis is unavailable. */
const warningInterval = 60_000;

type Role = 'publisher' | 'subscriber';

/**
 * Adds Redis to the nudges of this process: publishes them to the other processes, and receives theirs. See `openNudges`. Redis may be unavailable, now
 * and later: it is connected to as soon as that is possible, and every subscriber then looks. Throws when the address cannot be used.
 */
export async function openRedisNudges(url: string, local: LocalNudges, logger: Logger): Promise<Nudges> {
  const from = randomUUID();
  const availability = watchAvailability(logger);
  const publisher = createClient(options(url));
  const subscriber = createClient(options(url));
  /** Whether the start is over: a connection that is made later may have missed something, or it was lost before. */
  let isStarted = false;
  const tellOthers = (nudge: Nudge) => {
    publisher.publish(channel, JSON.stringify({ from, types: nudge.types })).then(
      () => availability.gained('publisher'),
      (error: unknown) => availability.lost('publisher', error),
    );
  };
  const onPublisherReady = () => (isStarted ? tellOthers(lookEverywhere) : availability.gained('publisher'));
  const onSubscribed = () => {
    availability.gained('subscriber');
    if (isStarted) local.publish(lookEverywhere);
  };
  const listener = (text: string) => receive(text, from, local, logger);
  // After a reconnect the client has subscribed again by itself when it is ready.
  let subscribed: Promise<unknown> | undefined;
  const subscribe = () => {
    subscribed ??= subscriber.subscribe(channel, listener);
    subscribed.then(onSubscribed, (error: unknown) => {
      subscribed = undefined;
      availability.lost('subscriber', error);
      setTimeout(() => void (subscriber.isReady && subscribe()), retryWait).unref();
    });
  };
  publisher.on('ready', onPublisherReady).on('error', (error) => availability.lost('publisher', error));
  subscriber.on('ready', subscribe).on('error', (error) => availability.lost('subscriber', error));
  // Rejected only when they are closed meanwhile.
  for (const client of [publisher, subscriber]) client.connect().catch(() => {});
  await Promise.race([availability.firstKnown, delay(startWait, undefined, { ref: false })]);
  if (!availability.isKnown()) availability.lost('subscriber', new Error('it does not answer'));
  isStarted = true;
  return {
    subscribe: local.subscribe,
    publish: (nudge) => {
      // Our own subscribers do not depend on Redis being there.
      local.publish(nudge);
      tellOthers(nudge);
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
  socket: { connectTimeout: 3000, reconnectStrategy: (retries: number) => Math.min(100 * 2 ** retries, retryWait) },
});

/** Logs when Redis becomes unavailable and when it is available again: once for both connections, and once a minute while it lasts. */
function watchAvailability(logger: Logger) {
  const missing = new Set<Role>(['publisher', 'subscriber']);
  const first = Promise.withResolvers<void>();
  let known = false;
  let isWarned = false;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const settle = () => {
    known = true;
    first.resolve();
  };
  return {
    /** Resolves when both connections are there, or the first attempt has failed. */
    firstKnown: first.promise,
    isKnown: () => known,
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
      logger.warn({ reason: reasonOf(error) }, 'Redis: unavailable; serving without it and reconnecting');
    },
  };
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
