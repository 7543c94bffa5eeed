import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import type { Passwords } from '../platform/passwords/passwords.ts';
import { hashOfEachKind } from '../store/stored-hashes.ts';

interface Services {
  database: Pick<Database, 'pool'>;
  passwords: Pick<Passwords, 'registerHashes'>;
  clock: Clock;
  logger: Logger;
}

/** Milliseconds between two reads: other processes import users, too. */
const interval = 3_600_000;

/**
 * Registers the kinds of stored hashes with `passwords`, so that the time of a refusal does not reveal which hash was
 * compared. The first sign-in attempt waits for it. It is repeated once an hour in the background.
 */
export function createHashRegistration({ database, passwords, clock, logger }: Services): () => Promise<void> {
  let nextAt = 0;
  let first: Promise<void> | undefined;
  const register = async (): Promise<void> => {
    try {
      passwords.registerHashes(await hashOfEachKind(database));
    } catch (err) {
      nextAt = 0;
      logger.warn({ err }, 'password hashes: stored kinds not read; will retry at the next sign-in attempt');
    }
  };
  return async () => {
    const now = clock.now().getTime();
    if (now >= nextAt) {
      nextAt = now + interval;
      const registering = register();
      first ??= registering;
    }
    await first;
  };
}
