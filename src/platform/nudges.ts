import type { Logger } from './logger.ts';

/**
 * "Look again": says that events of these types, or attempts of a webhook (domain/nudged.ts), were just committed. It carries no fact, it can be lost, and it is never relied on.
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

/**
 * Nudges over Redis, or within this process when there is no Redis. While Redis is unavailable, at the start too, the client reconnects, and
 * all subscribers are told to look once it is connected. Rejects only for an invalid address.
 */
export async function openNudges(redisUrl: string | undefined, logger: Logger): Promise<Nudges> {
  const local = createLocal(logger);
  if (redisUrl === undefined) return { ...local, close: () => Promise.resolve() };
  // Redis's client is a tenth of our memory: it is loaded for those who have a Redis.
  const { openRedisNudges } = await import('./redis-nudges.ts');
  return openRedisNudges(redisUrl, local, logger);
}

/** Nudges that stay in this process. */
export type LocalNudges = Pick<Nudges, 'publish' | 'subscribe'>;

function createLocal(logger: Logger): LocalNudges {
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
