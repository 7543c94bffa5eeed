import type { Logger } from './logger.ts';
import { createLocalNudges, type Nudges } from './nudges.ts';

/**
 * Nudges over Redis, or within this process if there is no Redis. Redis may be unavailable, at the start too: the
 * client reconnects in the background, and all subscribers then look. Rejects only for an invalid address.
 */
export async function openNudges(redisUrl: string | undefined, logger: Logger): Promise<Nudges> {
  const local = createLocalNudges(logger);
  if (redisUrl === undefined) return local;
  // The Redis client takes a tenth of our memory: it is only loaded if it is needed.
  const { openRedisNudges } = await import('./redis-nudges.ts');
  return openRedisNudges(redisUrl, local, logger);
}
