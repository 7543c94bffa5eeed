import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';
import { yieldToTokenRequests } from '../priority.ts';
import type { Database, Transaction } from './database.ts';
import { createStatementNames } from './statement-names.ts';

type Ask = (query: pg.QueryConfig, ...rest: never[]) => Promise<pg.QueryResult>;

/** The connection that a transaction runs on, from its BEGIN until its COMMIT or ROLLBACK. */
interface Ground {
  /** Asks it something; one after the other. */
  ask?: Ask;
  isOpen: boolean;
  yieldsToTokenRequests: boolean;
}
const grounds = new AsyncLocalStorage<Ground>();

/**
 * Begins a transaction that PostgreSQL ends, with its connection, when its process has asked nothing for so long: one that was frozen, or
 * whose host is cut off, would keep its locks for ever otherwise. Two statements on one way; what is set goes with the transaction.
 */
export const beginFor = (standstill: number): string =>
  `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${standstill}`;

/** Milliseconds for the typed client's: as long as one may take (database.ts). */
const standstill = 15_000;

/**
 * A statement of it, waiting for a lock for instance, is ended by PostgreSQL after the same time: else the ROLLBACK would wait behind it, and
 * its locks would be kept.
 */
const begin = `${beginFor(standstill)}; SET LOCAL statement_timeout = ${standstill}`;

/** A pool that tells the transaction which asks for a connection what it got. */
export class TransactionPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (callback) return super.connect(callback);
    const ground = grounds.getStore();
    return ground && !ground.ask ? super.connect().then((client) => taken(client, ground)) : super.connect();
  }
}

/** What the driver adapter needs of a connection. Through it goes what begins the transaction, and what ends it. */
function taken(client: pg.PoolClient, ground: Ground): pg.PoolClient {
  const askNow = oneByOne((query, ...rest) => client.query(query, ...rest));
  const ask = ground.yieldsToTokenRequests ? yielding(askNow) : askNow;
  ground.ask = ask;
  ground.isOpen = true;
  const end = () => {
    ground.isOpen = false;
  };
  const connection = {
    on: client.on.bind(client),
    removeListener: client.removeListener.bind(client),
    query: (query: pg.QueryConfig, ...rest: never[]) => {
      if (query.text === 'COMMIT' || query.text === 'ROLLBACK') end();
      return query.text === 'BEGIN' ? ask({ text: begin }) : ask(query, ...rest);
    },
    release: (error?: Error | boolean) => {
      end();
      client.release(error);
    },
  };
  return connection as unknown as pg.PoolClient;
}

/** Fields of a rehearsed answer are read side by side, and a connection answers one question at a time: `pg` wants them in turn. */
function oneByOne(ask: Ask): Ask {
  let last: Promise<unknown> | undefined;
  return (query, ...rest) => {
    const go = () => ask(query, ...rest);
    const asked = last ? last.then(go, go) : go();
    last = asked;
    const free = () => {
      if (last === asked) last = undefined;
    };
    asked.then(free, free);
    return asked;
  };
}

/** Yields before the result of a statement is processed: that, and the next statement, is the work on the event loop. */
const yielding =
  (ask: Ask): Ask =>
  async (query, ...rest) => {
    const result = await ask(query, ...rest);
    await yieldToTokenRequests();
    return result;
  };

export interface TransactionOptions {
  /** Milliseconds that it may take. */
  timeout?: number;
  /** Whether it yields to token requests after each statement (priority.ts). */
  yieldsToTokenRequests?: boolean;
}

/**
 * One interactive transaction of the typed client, whose raw statements go straight to its connection: on their way through the client they
 * cost three times as much, and an operation has as many of them as typed ones. Their rows are as the client gives them.
 */
export function transaction<T>(
  { prisma, preparedStatements }: Pick<Database, 'prisma' | 'preparedStatements'>,
  work: (tx: Transaction) => Promise<T>,
  { yieldsToTokenRequests = false, ...limits }: TransactionOptions = {},
): Promise<T> {
  const ground: Ground = { isOpen: false, yieldsToTokenRequests };
  const begin = () => prisma.$transaction((tx) => work(withDirectStatements(tx, ground, preparedStatements)), limits);
  return grounds.run(ground, begin);
}

type Raw = (strings: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => Promise<unknown>;

function withDirectStatements(tx: Transaction, ground: Ground, preparedStatements: boolean): Transaction {
  const direct =
    (answer: (result: pg.QueryResult) => unknown, otherwise: Raw): Raw =>
    async (strings, ...values) => {
      // The client says best what is wrong with a transaction that is over.
      if (!ground.ask || !ground.isOpen) return otherwise(strings, ...values);
      return answer(await ground.ask(statementOf(strings, values, preparedStatements)));
    };
  return Object.create(tx, {
    $queryRaw: { value: direct(({ rows }) => rows, tx.$queryRaw.bind(tx) as Raw) },
    $executeRaw: { value: direct(({ rowCount }) => rowCount ?? 0, tx.$executeRaw.bind(tx) as Raw) },
  }) as Transaction;
}

function statementOf(strings: TemplateStringsArray | Prisma.Sql, given: unknown[], named: boolean): pg.QueryConfig {
  const { text, values } = strings instanceof Prisma.Sql ? strings : Prisma.sql(strings, ...given);
  const name = named ? nameOf({ sql: text, args: values }) : '';
  return { name, text, values, types };
}

const nameOf = createStatementNames(undefined, 'raw');

/** As the typed client: 64-bit integers are bigints. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? BigInt : (pg.types.getTypeParser(oid, format) as never),
};
