import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { yieldToTokenRequests } from '../priority.ts';

type Query = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/** The state of a transaction, shared by `transaction` (transactions.ts) and the driver adapter. */
export interface TransactionState {
  /** On its connection, one statement at a time. Undefined before BEGIN. */
  query?: Query;
  /** Between BEGIN and COMMIT or ROLLBACK. */
  isOpen: boolean;
  yieldsToTokenRequests: boolean;
}
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
  const state: TransactionState =
    requested && !requested.query ? requested : { isOpen: false, yieldsToTokenRequests: false };
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
  // Statements run as those of the adapter, on this connection.
  const onConnection = Object.create(adapter, { client: { value: { query } } }) as Adapter;
  return Object.assign(onConnection, {
    // Prisma calls these functions instead of sending COMMIT and ROLLBACK as statements.
    options: { usePhantomQuery: true },
    commit: () => end('COMMIT'),
    rollback: () => end('ROLLBACK'),
  });
}

/** The driver runs one query at a time, but the fields of a dry run's response are read concurrently. */
function sequential(client: pg.PoolClient, yieldsToTokenRequests: boolean): Query {
  let last: Promise<unknown> | undefined;
  const run: Query = async (query) => {
    const result = await client.query(query);
    // Before the result is processed: that and the next statement occupy the event loop.
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
