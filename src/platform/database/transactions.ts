import pg from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Database, Transaction } from './database.ts';
import { createStatementNames } from './statement-names.ts';
import { currentTransaction, newTransaction, type TransactionState } from './transaction-adapter.ts';

export interface TransactionOptions {
  /** Milliseconds after which it is rolled back. */
  timeout?: number;
  /** Whether it yields to token requests after each statement (platform/admission/token-requests.ts). */
  yieldsToTokenRequests?: boolean;
  /** Whether it has savepoints, or reads what statements of `runLast` wrote. */
  hasSavepoints?: boolean;
}

/**
 * An interactive transaction of Prisma. Its raw statements go directly to the connection, and return rows as Prisma
 * does. For bench:management, four writes through REST at least 0.7 of bare Prisma; without it, 0.55.
 */
export function transaction<T>(
  { prisma, preparedStatements }: Pick<Database, 'prisma' | 'preparedStatements'>,
  work: (tx: Transaction) => Promise<T>,
  { yieldsToTokenRequests = false, hasSavepoints = false, ...limits }: TransactionOptions = {},
): Promise<T> {
  const state = newTransaction(yieldsToTokenRequests);
  const run = () =>
    prisma.$transaction(
      (tx) => work(withDirectTransactionStatements(tx, { state, preparedStatements }, hasSavepoints)),
      limits,
    );
  return currentTransaction.run(state, run);
}

/** What `runLast` needs. Not in a WeakMap, which keeps values until the next full garbage collection. */
const lastOf = Symbol('last statements');
interface Direct {
  state: TransactionState;
  preparedStatements: boolean;
}

/**
 * Runs a statement, whose result is not returned, as the last one of a transaction: with COMMIT, which saves a round
 * trip, and which fails if the statement does. In a transaction with savepoints, where one may undo it, and as the
 * first statement it runs at once.
 */
export const runLast =
  (tx: Transaction) =>
  async (strings: TemplateStringsArray, ...values: unknown[]): Promise<void> => {
    const last = (tx as { [lastOf]?: Direct })[lastOf];
    if (last?.state.isOpen && last.state.begun)
      last.state.lastStatements.push(statementOf(strings, values, last.preparedStatements));
    else await tx.$executeRaw(strings, ...values);
  };

type Raw = (strings: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => Promise<unknown>;

function withDirectTransactionStatements(
  tx: Transaction,
  { state, preparedStatements }: Direct,
  hasSavepoints: boolean,
): Transaction {
  const direct =
    (method: '$queryRaw' | '$executeRaw', resultOf: (result: pg.QueryResult) => unknown): Raw =>
    async (strings, ...values) => {
      // Prisma describes best what is wrong with a transaction that has ended.
      if (!state.query || !state.isOpen) return tx[method](strings, ...values);
      return resultOf(await state.query(statementOf(strings, values, preparedStatements)));
    };
  const own: Record<PropertyKey, unknown> = {
    [lastOf]: hasSavepoints ? undefined : { state, preparedStatements },
    $queryRaw: direct('$queryRaw', ({ rows }) => rows),
    $executeRaw: direct('$executeRaw', ({ rowCount }) => rowCount ?? 0),
  };
  // V8 would keep a prototype, and with it the whole transaction, until the next full garbage collection.
  return new Proxy(own, {
    get: (_own, name): unknown => (Object.hasOwn(own, name) ? own[name] : Reflect.get(tx, name)),
  }) as object as Transaction;
}

function statementOf(strings: TemplateStringsArray | Prisma.Sql, given: unknown[], named: boolean): pg.QueryConfig {
  const { text, values } = strings instanceof Prisma.Sql ? strings : Prisma.sql(strings, ...given);
  const name = named ? nameOf({ sql: text, args: values }) : '';
  return { name, text, values, types };
}

const nameOf = createStatementNames(undefined, 'raw');

/** As Prisma returns them: 64-bit integers are bigints. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);
