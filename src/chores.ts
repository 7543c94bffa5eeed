import type { Services } from './services.ts';
import { removeExpiredRecords } from './store/oidc-records.ts';

/** Milliseconds between two rounds. */
const pause = 60_000;

/** What the platform does by itself, once a minute: removes what has expired. Returns a function that ends it. */
export function startChores({
  database,
  clock,
  logger,
}: Pick<Services, 'database' | 'clock' | 'logger'>): () => Promise<void> {
  let underWay: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    underWay = underWay
      .then(async () => {
        const removed = await removeExpiredRecords(database, clock.now());
        if (removed) logger.debug({ removed }, 'expired records of the issuer were removed');
      })
      .catch((err: unknown) =>
        logger.warn({ err }, 'expired records could not be removed; the next round tries again'),
      );
  }, pause);
  timer.unref();
  return () => {
    clearInterval(timer);
    return underWay;
  };
}
