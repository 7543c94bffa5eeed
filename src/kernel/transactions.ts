import { setTimeout } from 'node:timers/promises';
import type { Database, Transaction } from '../platform/database/database.ts';
import { transaction, type TransactionOptions } from '../platform/database/transactions.ts';
import { asFailure, isWorthRetrying } from './database-failure.ts';

/** Runs work that is done as a whole or not at all. Throws `Failure` for what the database refuses. */
export type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

type Transacting = Pick<Database, 'prisma' | 'preparedStatements'>;

const attempts = 3;
/** Milliseconds before a transaction is run again, so that the one it lost against is done: else it may take the same locks first and lose again. */
const pause = 50;

/** Milliseconds that work of several operations may take as a whole. */
const wholeLimit = 60_000;

/** A transaction each, run again when PostgreSQL undid it for the sake of another (deadlock, serialization). */
export const inTransactions =
  (database: Transacting, options: TransactionOptions = {}): Transact =>
  (work) =>
    retried(() => transaction(database, work, options));

/** One transaction for several operations, run again as a whole. */
export const wholly = <T>(database: Transacting, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  retried(() => transaction(database, work, { timeout: wholeLimit, yieldsToTokenRequests: true }));

async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === attempts || !isWorthRetrying(error)) throw asFailure(error);
      await setTimeout(pause * attempt);
    }
  }
}

/** A savepoint each, inside one transaction: what fails leaves no trace in it. One after the other, never two at once. */
export const inSavepoints =
  (tx: Transaction): Transact =>
  async (work) => {
    await tx.$executeRaw`SAVEPOINT operation`;
    try {
      const result = await work(tx);
      await tx.$executeRaw`RELEASE SAVEPOINT operation`;
      return result;
    } catch (error) {
      // Released too: what fails around it must not be rolled back to here.
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT operation`;
      await tx.$executeRaw`RELEASE SAVEPOINT operation`;
      throw asFailure(error);
    }
  };

class Undo extends Error {}

/**
 * Runs work that has one transaction, which is undone at the end, whatever was done in it. It begins when `begin` is first called: what is
 * slow and comes before holds no connection.
 */
export async function undone<T>(
  database: Transacting,
  work: (begin: () => Promise<Transaction>) => Promise<T>,
): Promise<T> {
  const over = Promise.withResolvers<void>();
  let begun: Promise<Transaction> | undefined;
  let ended: Promise<void> | undefined;
  const begin = () =>
    (begun ??= new Promise<Transaction>((resolve, reject) => {
      const hold = async (tx: Transaction) => {
        resolve(tx);
        await over.promise;
        throw new Undo();
      };
      // A transaction that fails after it has begun reports that to its queries.
      ended = transaction(database, hold, { timeout: wholeLimit, yieldsToTokenRequests: true }).catch(reject);
    }));
  try {
    return await work(begin);
  } catch (error) {
    throw asFailure(error);
  } finally {
    over.resolve();
    await ended;
  }
}
