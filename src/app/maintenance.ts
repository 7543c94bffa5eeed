import type { Services } from './services.ts';
import { assignPositions } from '../store/event-positions.ts';
import { removeOldKeys } from '../store/idempotency-keys.ts';
import { removeExpiredRecords } from '../store/sessions/oidc-records.ts';
import { removeOld } from '../store/retention.ts';

/** Milliseconds between two rounds. */
const pause = 60_000;

type ChoreServices = Pick<Services, 'database' | 'time' | 'logger'>;

/** What is done, one after the other, and what came of it: of what was removed, how many there were. */
const chores: Record<string, (database: Services['database'], now: Date) => Promise<unknown>> = {
  // Else nobody would, while nobody reads: what has no place is not removed, and the first reader would wait until all have one.
  'places of events': assignPositions,
  'records of the issuer': removeExpiredRecords,
  'idempotency keys': removeOldKeys,
  'old events and deliveries': removeOld,
};

/**
 * What the platform does by itself, once a minute: gives events their places, removes what has expired and
 * what was kept for long enough. Returns a function that ends it.
 */
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

/**
 * One round. What fails is logged, and tried again in the next one. Age is judged by the database's time, read immediately before; a
 * process whose own clock is wrong does nothing.
 */
export async function doChores({ database, time, logger }: ChoreServices): Promise<void> {
  for (const [what, chore] of Object.entries(chores)) {
    try {
      const now = await time.measure();
      if (time.isWrong()) return logger.warn('maintenance: skipped, since the clock of this machine is wrong');
      const removed = await chore(database, now);
      if (removed) logger.debug({ removed, what }, 'what has expired was removed');
    } catch (err) {
      logger.warn({ err, what }, 'a chore could not be done; the next round tries again');
    }
  }
}
