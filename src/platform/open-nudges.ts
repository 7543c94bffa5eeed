import type { Logger } from './logger.ts';
import { createLocalNudges, type Nudges } from './nudges.ts';
import type { RedisLimits } from './redis-nudges.ts';

/**
 * Nudges over Redis, or within this process without Redis. Redis may be unavailable, also at the start: the client
 * reconnects in the background, and then all subscribers look again. Rejects only for an invalid address.
 */
export async function openNudges(redisUrl: string | undefined, logger: Logger, limits?: RedisLimits): Promise<Nudges> {
  const local = createLocalNudges(logger);
  if (redisUrl === undefined) return local;
  // The Redis client takes a tenth of the memory of the process, so it is only loaded if it is needed.
  const { openRedisNudges } = await import('./redis-nudges.ts');
  return openRedisNudges(redisUrl, local, logger, limits);
}
