import { setTimeout } from 'node:timers/promises';
import type { Database, Transaction } from '../platform/database/database.ts';
import { transaction, type TransactionOptions } from '../platform/database/transactions.ts';
import { asFailure, isWorthRetrying } from './database-errors.ts';

/** Runs work that is done as a whole or not at all. Throws `Failure` for what the database refuses. */
export type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

type Transacting = Pick<Database, 'prisma' | 'preparedStatements'>;

const maxAttempts = 3;
/** Milliseconds before a transaction is repeated, so that it does not take the same locks before the other one ends. */
const retryDelay = 50;

/** For a transaction of several operations. */
export const longTransaction: TransactionOptions = { timeout: 60_000, yieldsToTokenRequests: true };

/** A transaction each, repeated after a deadlock or a serialization failure. */
export const inTransaction =
  (database: Transacting, options: TransactionOptions = {}): Transact =>
  (work) =>
    retried(() => transaction(database, work, options));

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (count === maxAttempts || !isWorthRetrying(error)) throw asFailure(error);
      await setTimeout(retryDelay * count);
    }
  }
}

/** A savepoint each, in one transaction: what fails leaves no trace in it. Not for concurrent use. */
export const inSavepoint =
  (tx: Transaction): Transact =>
  async (work) => {
    await tx.$executeRaw`SAVEPOINT operation`;
    try {
      const result = await work(tx);
      await tx.$executeRaw`RELEASE SAVEPOINT operation`;
      return result;
    } catch (error) {
      // Released as well: a later failure must not roll back to this savepoint.
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT operation`;
      await tx.$executeRaw`RELEASE SAVEPOINT operation`;
      throw asFailure(error);
    }
  };

class Rollback extends Error {}

/**
 * Runs work with one transaction and rolls it back in any case. The transaction begins when `begin` is first called, so
 * slow work before it holds no connection.
 */
export async function rolledBack<T>(
  database: Transacting,
  work: (begin: () => Promise<Transaction>) => Promise<T>,
): Promise<T> {
  const done = Promise.withResolvers<void>();
  let begun: Promise<Transaction> | undefined;
  let ended: Promise<void> | undefined;
  const begin = () =>
    (begun ??= new Promise<Transaction>((resolve, reject) => {
      const untilDone = async (tx: Transaction) => {
        resolve(tx);
        await done.promise;
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
    done.resolve();
    await ended;
  }
}
