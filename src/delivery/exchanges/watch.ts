import { giveWay } from '../../platform/admission/token-requests.ts';
import { coalesce } from '../../platform/coalesce.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { StoredExchange } from '../../store/exchanges/find-exchanges.ts';
import { createTail, type Tail } from './tail.ts';

/** New exchanges, in the order of their insertion. */
export interface NewExchanges {
  exchanges: readonly StoredExchange[];
  /** Number of selected exchanges that are left out. */
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
/** Rows of a message. */
const messageSize = 200;

type Take = (exchanges: readonly StoredExchange[]) => void;

/**
 * Watches the ledger, whichever process writes it: one read a second, for all watchers together. It is a view and no
 * log: what is left out, or was recorded while there is no connection, is in the ledger.
 */
export function createExchangeWatch({ database, clock, logger }: WatchServices): WatchExchanges {
  const watchers = new Set<Take>();
  let timer: NodeJS.Timeout | undefined;
  let tail: Tail | undefined;
  const reading = coalesce(async () => {
    tail ??= createTail(database, clock);
    for await (const exchanges of tail.read()) {
      if (!watchers.size) break;
      await pass(watchers, exchanges);
    }
    // A later watcher has no use for what is recorded until then.
    if (!watchers.size) tail = undefined;
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
    // Before the read, so that the last of the others does not end what this one begins with.
    join(queue.take);
    try {
      await reading.run();
      // Exchanges that were recorded before are not for this watcher.
      queue.clear();
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

/** Other work has its turn between watchers. */
async function pass(watchers: ReadonlySet<Take>, exchanges: readonly StoredExchange[]): Promise<void> {
  for (const take of Array.from(watchers)) {
    take(exchanges);
    const turn = giveWay();
    if (turn) await turn;
  }
}

/** Exchanges that wait for a watcher: one that is slow gets the newest ones. */
function createQueue(select: Select) {
  let waiting: StoredExchange[] = [];
  let omitted = 0;
  let failure: Error | undefined;
  let wake = (): void => undefined;
  const add: Take = (exchanges) => {
    waiting = waiting.concat(select(exchanges));
    const surplus = Math.max(0, waiting.length - messageSize);
    waiting = waiting.slice(surplus);
    omitted += surplus;
  };
  return {
    /** One that fails fails no other. */
    take(exchanges: readonly StoredExchange[]): void {
      try {
        add(exchanges);
      } catch (error) {
        failure = error as Error;
      }
      if (waiting.length || failure) wake();
    },
    next(): NewExchanges | undefined {
      if (failure) throw failure;
      if (!waiting.length) return undefined;
      const message = { exchanges: waiting, omitted };
      [waiting, omitted] = [[], 0];
      return message;
    },
    clear(): void {
      [waiting, omitted] = [[], 0];
    },
    filled: () => new Promise<void>((resolve) => (wake = resolve)),
    wake: (): void => wake(),
  };
}
