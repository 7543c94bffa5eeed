import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import type { Passwords } from '../platform/passwords/passwords.ts';
import { storedHashKinds } from '../store/sessions/stored-hashes.ts';

interface Services {
  database: Pick<Database, 'pool'>;
  passwords: Pick<Passwords, 'learn'>;
  clock: Clock;
  logger: Logger;
}

/** Milliseconds between two reads: other processes import users, too. */
const interval = 3_600_000;

/**
 * Loads which kinds of hashes are stored into `passwords`, so that the time of a refusal does not reveal which hash was
 * compared. The first sign-in attempt waits for it. It is repeated once an hour in the background.
 */
export function createHashKindLoader({ database, passwords, clock, logger }: Services): () => Promise<void> {
  let nextAt = 0;
  let first: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    try {
      passwords.learn(await storedHashKinds(database));
    } catch (err) {
      nextAt = 0;
      logger.warn({ err }, 'kinds of password hashes: read failed, the next sign-in attempt retries');
    }
  };
  return async () => {
    const now = clock.now().getTime();
    if (now >= nextAt) {
      nextAt = now + interval;
      const loading = load();
      first ??= loading;
    }
    await first;
  };
}
