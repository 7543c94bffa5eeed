import type { Services } from './services.ts';
import { removeOldKeys } from './store/idempotency-keys.ts';
import { removeExpiredRecords } from './store/oidc-records.ts';
import { removeOld } from './store/retention.ts';

/** Milliseconds between two rounds. */
const pause = 60_000;

type ChoreServices = Pick<Services, 'database' | 'clock' | 'logger'>;

/** What is removed when its time is over, and how many of it there were. */
const removals: Record<string, (database: Services['database'], now: Date) => Promise<number>> = {
  'records of the issuer': removeExpiredRecords,
  'idempotency keys': removeOldKeys,
  'old events and deliveries': removeOld,
};

/** What the platform does by itself, once a minute: removes what has expired, and what was kept for long enough. Returns a function that ends it. */
export function startChores(services: ChoreServices): () => Promise<void> {
  let underWay: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    underWay = underWay.then(() => doChores(services));
  }, pause);
  timer.unref();
  return () => {
    clearInterval(timer);
    return underWay;
  };
}

/** One round. What fails is logged, and tried again in the next one. */
export async function doChores({ database, clock, logger }: ChoreServices): Promise<void> {
  for (const [what, remove] of Object.entries(removals)) {
    try {
      const removed = await remove(database, clock.now());
      if (removed) logger.debug({ removed, what }, 'what has expired was removed');
    } catch (err) {
      logger.warn({ err, what }, 'what has expired could not be removed; the next round tries again');
    }
  }
}
