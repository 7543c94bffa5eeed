// SQL: savepoints.
import { setTimeout } from 'node:timers/promises';
import type { Transaction } from '../platform/database/database.ts';
import { transaction, type TransactionOptions } from '../platform/database/transactions.ts';
import { asFailure, isRetryable } from './database-errors.ts';

/** Runs work atomically. Throws `Failure` for constraint errors of the database. */
export type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

type Transacting = Parameters<typeof transaction>[0];

const maxAttempts = 3;
/** Milliseconds before a transaction is repeated, so that the other one can end first. */
const retryDelay = 50;

/** For a transaction of several operations. */
export const longTransaction: TransactionOptions = { timeout: 60_000, yieldsToTokenRequests: true };

/** Runs each work in a transaction, repeated after a deadlock or a serialization failure. */
export const transactWithRetries =
  (database: Transacting, options: TransactionOptions = {}): Transact =>
  (work) =>
    withRetries(() => transaction(database, work, options));

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (count === maxAttempts || !isRetryable(error)) throw asFailure(error);
      await setTimeout(retryDelay * count);
    }
  }
}

/** Runs each work in a savepoint of one transaction. Not for concurrent use. */
export const inSavepoint =
  (tx: Transaction): Transact =>
  async (work) => {
    await tx.$executeRaw`SAVEPOINT operation`;
    try {
      const result = await work(tx);
      await tx.$executeRaw`RELEASE SAVEPOINT operation`;
      return result;
    } catch (error) {
      // Also released: a later failure must not roll back to this savepoint.
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT operation`;
      await tx.$executeRaw`RELEASE SAVEPOINT operation`;
      throw asFailure(error);
    }
  };

/** Runs each work in a transaction that a failure ends as a whole. */
export const inTransaction =
  (tx: Transaction): Transact =>
  async (work) => {
    try {
      return await work(tx);
    } catch (error) {
      throw asFailure(error);
    }
  };

class Rollback extends Error {}

/**
 * Runs work with a transaction that is rolled back in any case. It begins when `begin` is first called, so slow work
 * before that holds no connection.
 */
export async function rolledBack<T>(
  database: Transacting,
  work: (begin: () => Promise<Transaction>) => Promise<T>,
): Promise<T> {
  const end = Promise.withResolvers<void>();
  let begun: Promise<Transaction> | undefined;
  let ended: Promise<void> | undefined;
  const begin = () =>
    (begun ??= new Promise<Transaction>((resolve, reject) => {
      const untilDone = async (tx: Transaction) => {
        resolve(tx);
        await end.promise;
        throw new Rollback();
      };
      // If the transaction fails after it has begun, its queries report that.
      ended = transaction(database, untilDone, longTransaction).catch(reject);
    }));
  try {
    return await work(begin);
  } catch (error) {
    throw asFailure(error);
  } finally {
    end.resolve();
    await ended;
  }
}
