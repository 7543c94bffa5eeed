import { coalesce } from '../../platform/coalesce.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { StoredExchange } from '../../store/exchanges/find-exchanges.ts';
import { lastNumber, type NumberedExchange, readNewest } from '../../store/exchanges/newest-exchanges.ts';

/** New exchanges, in the order of their insertion. */
export interface NewExchanges {
  exchanges: readonly StoredExchange[];
  /** Number of exchanges that are left out. */
  omitted: number;
}

/** Exchanges that are selected, as they are recorded, until the signal aborts. The first message has none. */
export type WatchExchanges = (select: Select, signal: AbortSignal) => AsyncGenerator<NewExchanges, void>;
/** If it throws, the watch does. */
type Select = (exchanges: readonly StoredExchange[]) => StoredExchange[];

interface WatchServices {
  database: Pick<Database, 'prisma'>;
  clock: Clock;
  logger: Logger;
}

/** Milliseconds between two reads. */
const pollInterval = 1000;
/** Numbers that are read again, because rows with smaller ones can be committed later. */
const readAgain = 2000;
/** Rows of a read: with more in a second, the oldest are left out. */
const mostRows = 7000;
/** Rows of a message. */
const messageSize = 200;

type Take = (exchanges: readonly StoredExchange[], skipped: number) => void;

/**
 * Watches the ledger, whichever process writes it: one read a second, for all watchers together. It is a view and no
 * log: what is left out, or was recorded while there is no connection, is in the ledger.
 */
export function createExchangeWatch({ database, clock, logger }: WatchServices): WatchExchanges {
  const watchers = new Set<Take>();
  let timer: NodeJS.Timeout | undefined;
  let tail: Tail | undefined;
  const reading = coalesce(async () => {
    const current = (tail ??= await openTail(database, clock));
    const { exchanges, skipped } = await current.read();
    if (tail === current) for (const take of watchers) take(exchanges, skipped);
  });
  const poll = (): void => {
    reading.run().catch((err: unknown) => logger.warn({ err }, 'exchanges: read failed; will retry'));
  };
  const join = (take: Take): void => {
    watchers.add(take);
    timer ??= setInterval(poll, pollInterval).unref();
  };
  const leave = (take: Take): void => {
    watchers.delete(take);
    if (watchers.size) return;
    clearInterval(timer);
    timer = tail = undefined;
  };
  return async function* watch(select, signal) {
    const queue = createQueue(select);
    signal.addEventListener('abort', queue.wake);
    // What was recorded before is not for this watcher.
    await reading.run();
    join(queue.take);
    try {
      yield { exchanges: [], omitted: 0 };
      while (!signal.aborted) {
        const next = queue.next();
        if (next) yield next;
        else await queue.filled();
      }
    } finally {
      leave(queue.take);
      signal.removeEventListener('abort', queue.wake);
    }
  };
}

/** What waits for a watcher: one that is slow gets the newest exchanges. */
function createQueue(select: Select) {
  let waiting: StoredExchange[] = [];
  let omitted = 0;
  let failure: Error | undefined;
  let wake = (): void => undefined;
  const add: Take = (exchanges, skipped) => {
    waiting.push(...select(exchanges));
    const surplus = Math.max(0, waiting.length - messageSize);
    waiting = waiting.slice(surplus);
    omitted += surplus + skipped;
  };
  return {
    /** One that fails fails no other. */
    take(exchanges: readonly StoredExchange[], skipped: number): void {
      try {
        add(exchanges, skipped);
      } catch (error) {
        failure = error as Error;
      }
      if (waiting.length || omitted || failure) wake();
    },
    next(): NewExchanges | undefined {
      if (failure) throw failure;
      if (!waiting.length && !omitted) return undefined;
      const message = { exchanges: waiting, omitted };
      [waiting, omitted] = [[], 0];
      return message;
    },
    filled: () => new Promise<void>((resolve) => (wake = resolve)),
    wake: (): void => wake(),
  };
}

/** The end of the ledger. */
interface Tail {
  /** What was inserted since the last read, in order, and how many numbers were skipped. */
  read(): Promise<{ exchanges: NumberedExchange[]; skipped: number }>;
}

async function openTail(database: WatchServices['database'], clock: Clock): Promise<Tail> {
  let last = await lastNumber(database);
  const readAfter = (after: number) => readNewest(database, { after, limit: mostRows, now: clock.now() });
  let seen = new Set((await readAfter(last - readAgain)).map(({ id }) => id));
  return {
    async read() {
      const rows = await readAfter(last - readAgain);
      const exchanges = rows.filter(({ id }) => !seen.has(id)).toReversed();
      const oldest = rows.at(-1)?.sequence ?? last;
      const skipped = rows.length < mostRows ? 0 : Math.max(0, oldest - 1 - last);
      last = Math.max(last, rows[0]?.sequence ?? 0);
      seen = new Set(rows.filter(({ sequence }) => sequence > last - readAgain).map(({ id }) => id));
      return { exchanges, skipped };
    },
  };
}
