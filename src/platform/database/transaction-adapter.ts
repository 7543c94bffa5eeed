import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { yieldToTokenRequests } from '../admission/token-requests.ts';
import { pipelined, type PipelinedClient } from './pipelined-client.ts';

type Query = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/** The state of a transaction, shared by `transaction` (transactions.ts) and the driver adapter. */
export interface TransactionState {
  /** On its connection. Undefined before the transaction has one. */
  query?: Query | undefined;
  /** Until COMMIT or ROLLBACK. */
  isOpen: boolean;
  /** The result of BEGIN. Undefined before the first statement. */
  begun?: Promise<unknown>;
  /** Sent with COMMIT. */
  lastStatements: pg.QueryConfig[];
  yieldsToTokenRequests: boolean;
}

export const newTransaction = (yieldsToTokenRequests: boolean): TransactionState => ({
  isOpen: false,
  lastStatements: [],
  yieldsToTokenRequests,
});

export const currentTransaction = new AsyncLocalStorage<TransactionState>();

/**
 * BEGIN, with the milliseconds after which PostgreSQL closes the connection if no statement arrives: otherwise a
 * process that is frozen or cut off would keep its locks. SET LOCAL ends with the transaction, and needs no round trip
 * of its own.
 */
export const beginFor = (idleTimeout: number): string =>
  `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${idleTimeout}`;

/** Milliseconds: the limit of Prisma's transactions (database.ts). */
const timeout = 15_000;

/** The same limit for a statement that waits for a lock: otherwise the ROLLBACK would wait for it. */
const begin = `${beginFor(timeout)}; SET LOCAL statement_timeout = ${timeout}`;

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type AdapterTransaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/** Prisma's driver adapter, with our BEGIN, and with transactions whose connection is known to `transaction`. */
export class TransactionAdapter extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    adapter.startTransaction = () => startTransaction(adapter);
    return adapter;
  }
}

async function startTransaction(adapter: Adapter): Promise<AdapterTransaction> {
  const requested = currentTransaction.getStore();
  // Work inside a transaction may begin another one, on another client.
  const state = requested && !requested.query ? requested : newTransaction(false);
  const client = pipelined(await adapter.underlyingDriver().connect());
  const inTurn = state.yieldsToTokenRequests ? createTurns() : atOnce;
  const send = beginWithFirst(client, state);
  const query: Query = (statement) => inTurn(() => send(statement));
  Object.assign(state, { query, isOpen: true });
  const sendEnd = async (queries: readonly (pg.QueryConfig | string)[]) => {
    if (!state.begun) return client.release();
    // Statements that wait for it precede the end, even if the work does not await them.
    await state.begun.catch(() => undefined);
    const results = await Promise.allSettled(queries.map((query) => client.query(query)));
    const failures = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    // A failed statement leaves the connection usable: COMMIT has rolled back. A failed COMMIT or ROLLBACK does not.
    const isUsable = results.at(-1)?.status === 'fulfilled';
    client.release(isUsable ? undefined : (failures.at(-1)?.reason as Error));
    if (failures[0]) throw failures[0].reason;
  };
  const end = async (queries: readonly (pg.QueryConfig | string)[]) => {
    state.isOpen = false;
    try {
      await inTurn(() => sendEnd(queries));
    } finally {
      forget(state);
    }
  };
  // Statements run as those of the adapter, on this connection.
  const onConnection = Object.create(adapter, { client: { value: { query } } }) as Adapter;
  return Object.assign(onConnection, {
    // Prisma calls these functions instead of sending COMMIT and ROLLBACK as statements.
    options: { usePhantomQuery: true },
    commit: () => end([...state.lastStatements, 'COMMIT']),
    rollback: () => end(['ROLLBACK']),
  });
}

const forgotten = Promise.resolve();

/**
 * Drops what a transaction refers to. Prisma has transactions in a Map; while V8 enlarges it again and again, earlier
 * versions of it keep ended transactions alive until the next full garbage collection. For bench:management, four
 * writes at least 0.7 of bare Prisma.
 */
function forget(state: TransactionState): void {
  state.query = undefined;
  state.begun = forgotten;
  state.lastStatements = [];
}

/** Whether it changes nothing, also without a transaction. */
const isHarmless = (text: string): boolean => /^\s*SELECT\b/.test(text);

/**
 * Sends BEGIN with the first statement, in one packet. A statement that would change something if BEGIN failed waits
 * for its result.
 */
function beginWithFirst(client: PipelinedClient, state: TransactionState): Query {
  const sendBoth = (query: pg.QueryConfig) => {
    state.begun = client.query(begin);
    const result = client.query(query);
    // If BEGIN fails, too, its error is reported.
    result.catch(() => {});
    return result;
  };
  return async (query) => {
    const result = !state.begun && isHarmless(query.text) ? sendBoth(query) : undefined;
    await (state.begun ??= client.query(begin));
    return result ?? client.query(query);
  };
}

type Turns = <T>(work: () => Promise<T>) => Promise<T>;

const atOnce: Turns = (work) => work();

/** One after another, so that a token request waits for one statement only. */
function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = async () => {
      const result = await work();
      // Before the result is processed: that and the next statement occupy the event loop.
      await yieldToTokenRequests();
      return result;
    };
    const result = last.then(run, run);
    last = result;
    return result;
  };
}
