import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';
import { yieldToTokenRequests } from '../priority.ts';
import type { Database, Transaction } from './database.ts';
import { createStatementNames } from './statement-names.ts';

type Query = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/** What `transaction` and the driver adapter share about one transaction. */
interface State {
  /** On its connection, one statement at a time. Undefined before BEGIN. */
  query?: Query;
  /** Between BEGIN and COMMIT or ROLLBACK. */
  isOpen: boolean;
  yieldsToTokenRequests: boolean;
}
const current = new AsyncLocalStorage<State>();

/**
 * BEGIN, with the milliseconds after which PostgreSQL closes the connection if no statement arrives: a process that is
 * frozen or cut off would keep its locks. SET LOCAL ends with the transaction and takes no round trip of its own.
 */
export const beginFor = (idleTimeout: number): string =>
  `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${idleTimeout}`;

/** Milliseconds: as long as a transaction of the typed client may take (database.ts). */
const timeout = 15_000;

/** A statement that waits for a lock ends after the same time: otherwise the ROLLBACK would wait behind it. */
const begin = `${beginFor(timeout)}; SET LOCAL statement_timeout = ${timeout}`;

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type AdapterTransaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/** Prisma's driver adapter, with our BEGIN, and with transactions whose connection `transaction` knows. */
export class TransactionAdapter extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    adapter.startTransaction = () => startTransaction(adapter);
    return adapter;
  }
}

async function startTransaction(adapter: Adapter): Promise<AdapterTransaction> {
  const awaited = current.getStore();
  // Work inside a transaction may begin another one, on another client.
  const state: State = awaited && !awaited.query ? awaited : { isOpen: false, yieldsToTokenRequests: false };
  const client = await adapter.underlyingDriver().connect();
  const query = sequential(client, state.yieldsToTokenRequests);
  Object.assign(state, { query, isOpen: true });
  const failed = (error: Error) => {
    client.release(error);
    throw error;
  };
  const end = (text: 'COMMIT' | 'ROLLBACK') => {
    state.isOpen = false;
    return query({ text }).then(() => client.release(), failed);
  };
  await query({ text: begin }).catch(failed);
  // Statements run as the adapter's own do, on this connection.
  const onConnection = Object.create(adapter, { client: { value: { query } } }) as Adapter;
  return Object.assign(onConnection, {
    // Prisma calls these functions instead of sending COMMIT and ROLLBACK as statements.
    options: { usePhantomQuery: true },
    commit: () => end('COMMIT'),
    rollback: () => end('ROLLBACK'),
  });
}

/** The driver wants one query at a time, and the fields of a dry run's response are read concurrently. */
function sequential(client: pg.PoolClient, yieldsToTokenRequests: boolean): Query {
  let last: Promise<unknown> | undefined;
  const run: Query = async (query) => {
    const result = await client.query(query);
    // Before the result is processed: that, and the next statement, is the work on the event loop.
    if (yieldsToTokenRequests) await yieldToTokenRequests();
    return result;
  };
  return (query) => {
    const go = () => run(query);
    const result = last ? last.then(go, go) : go();
    last = result;
    const free = () => {
      if (last === result) last = undefined;
    };
    result.then(free, free);
    return result;
  };
}

export interface TransactionOptions {
  /** Milliseconds that it may take. */
  timeout?: number;
  /** Whether it yields to token requests after each statement (priority.ts). */
  yieldsToTokenRequests?: boolean;
}

/**
 * One interactive transaction of the typed client. Its raw statements go directly to the connection, and their rows look
 * like those of the client. Needed by bench:management, four writes through REST at least 0.7: 0.55 without.
 */
export function transaction<T>(
  { prisma, preparedStatements }: Pick<Database, 'prisma' | 'preparedStatements'>,
  work: (tx: Transaction) => Promise<T>,
  { yieldsToTokenRequests = false, ...limits }: TransactionOptions = {},
): Promise<T> {
  const state: State = { isOpen: false, yieldsToTokenRequests };
  const run = () => prisma.$transaction((tx) => work(withDirectStatements(tx, state, preparedStatements)), limits);
  return current.run(state, run);
}

type Raw = (strings: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => Promise<unknown>;

function withDirectStatements(tx: Transaction, state: State, preparedStatements: boolean): Transaction {
  const direct =
    (method: '$queryRaw' | '$executeRaw', resultOf: (result: pg.QueryResult) => unknown): Raw =>
    async (strings, ...values) => {
      // The client describes best what is wrong with a transaction that has ended.
      if (!state.query || !state.isOpen) return tx[method](strings, ...values);
      return resultOf(await state.query(statementOf(strings, values, preparedStatements)));
    };
  return Object.create(tx, {
    $queryRaw: { value: direct('$queryRaw', ({ rows }) => rows) },
    $executeRaw: { value: direct('$executeRaw', ({ rowCount }) => rowCount ?? 0) },
  }) as Transaction;
}

function statementOf(strings: TemplateStringsArray | Prisma.Sql, given: unknown[], named: boolean): pg.QueryConfig {
  const { text, values } = strings instanceof Prisma.Sql ? strings : Prisma.sql(strings, ...given);
  const name = named ? nameOf({ sql: text, args: values }) : '';
  return { name, text, values, types };
}

const nameOf = createStatementNames(undefined, 'raw');

/** As the typed client has them: 64-bit integers are bigints. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);
