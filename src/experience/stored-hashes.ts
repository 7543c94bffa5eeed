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

/** Milliseconds between two looks: other processes import users, too. */
const pause = 3_600_000;

/**
 * Loads which kinds of hashes are stored into `passwords`, so that the time of a refusal does not reveal what was compared. The first sign-in
 * attempt waits for it; it is repeated once an hour in the background.
 */
export function learnStoredHashes({ database, passwords, clock, logger }: Services): () => Promise<void> {
  let nextAt = 0;
  let first: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      passwords.learn(await storedHashKinds(database));
    } catch (err) {
      nextAt = 0;
      logger.warn({ err }, 'kinds of password hashes: could not be read, the next attempt to sign in tries again');
    }
  };
  return async () => {
    const now = clock.now().getTime();
    if (now >= nextAt) {
      nextAt = now + pause;
      const looking = look();
      first ??= looking;
    }
    await first;
  };
}
