// SQL: time limits for the statements of a transaction.
import { type Database, type Transaction, transactionLimit } from './database.ts';

export interface TransactionOptions {
  /** Milliseconds after which it is rolled back. */
  timeout?: number;
  /** Whether it yields to token requests after each statement (platform/admission/token-requests.ts). */
  yieldsToTokenRequests?: boolean;
}

/** An interactive transaction of Prisma, whose statements PostgreSQL ends if they take too long, or none arrives. */
export function transaction<T>(
  { prisma, yieldingPrisma, preparedStatements }: Pick<Database, 'prisma' | 'yieldingPrisma' | 'preparedStatements'>,
  work: (tx: Transaction) => Promise<T>,
  { yieldsToTokenRequests = false, ...limits }: TransactionOptions = {},
): Promise<T> {
  const limited = async (tx: Transaction) => {
    await setLimits(tx);
    return work(tx);
  };
  // Connections of our own have the limits (database.ts); a pooler's have them for one transaction.
  const run = preparedStatements ? work : limited;
  return (yieldsToTokenRequests ? yieldingPrisma : prisma).$transaction(run, limits);
}

const limit = String(transactionLimit);
const setLimits = (tx: Transaction) => tx.$queryRaw`
  SELECT set_config('statement_timeout', ${limit}, true),
    set_config('idle_in_transaction_session_timeout', ${limit}, true)`;
