import type { Admission } from '../../platform/admission/admission.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Nudges } from '../../platform/nudges.ts';
import { eventsAfter, extendLog, lastPosition } from '../../store/event-positions.ts';
import type { LoggedEvent } from '../../store/logged-event.ts';
import { createReader, page, type StoredLog } from './reader.ts';
import { type LivePayload, type Send, subscribe, type Subscription } from './subscribe.ts';
import { createTailer, type Tailer } from './tailer.ts';

/** The event log in commit order. */
export interface EventLog {
  /** Position of the last event, including everything that was committed before the call. */
  head(): Promise<number>;
  /** Sends the events that match. Resolves when the signal has aborted; see `subscribe`. */
  subscribe(subscription: Subscription, send: Send<LivePayload>): Promise<void>;
  /** Keeps the newest events in memory for webhooks. */
  openReader(): LogReader;
  close(): Promise<void>;
}

/** Reads every event that exists, in order: what retention has removed is skipped. */
interface LogReader {
  /** See `Tailer.history`. */
  readonly history: number;
  /** Reads what was committed before the call: `after` returns it. */
  refresh(): Promise<void>;
  /** A page of the events after a position; empty at the end of the log. */
  after(position: number): Promise<LoggedEvent[]>;
  /** All events after a position, up to another one; undefined if some of them are no longer in memory. */
  inMemory(position: number, upTo: number): LoggedEvent[] | undefined;
  close(): void;
}

interface EventLogServices {
  admission: Admission;
  database: Pick<Database, 'pool' | 'preparedStatements'>;
  nudges: Pick<Nudges, 'subscribe'>;
  clock: Clock;
  logger: Logger;
}

/** Pause between two reads if no nudge arrives (ms): nudges may be lost. */
const pollInterval = 1000;

export function createEventLog({ admission, database, nudges, clock, logger }: EventLogServices): EventLog {
  const log = storedLog(database);
  const tailer = createTailer({ log, clock, logger });
  const read = createReader(log, admission);
  const unsubscribe = nudges.subscribe(({ kind }) => {
    if (kind === 'events' || kind === 'everything') tailer.poll();
  });
  const timer = setInterval(() => tailer.poll(), pollInterval);
  timer.unref();
  const head = async (): Promise<number> => {
    await log.extend(0);
    return log.head();
  };
  return {
    head,
    subscribe: (subscription, send) => subscribe({ clock, tailer, read, head }, subscription, send),
    openReader: () => openReader(log, tailer),
    async close() {
      unsubscribe();
      clearInterval(timer);
      await tailer.idle();
    },
  };
}

function openReader(log: StoredLog, tailer: Tailer): LogReader {
  const close = tailer.join('reader');
  return {
    get history() {
      return tailer.history;
    },
    refresh: tailer.read,
    after: async (position) => tailer.buffer?.after(position, log.page) ?? log.after(position),
    inMemory(position, upTo) {
      const { buffer } = tailer;
      // Pages from the database can be newer than the buffer.
      if (!buffer || buffer.head < upTo) return undefined;
      return buffer.after(position, { events: Math.max(0, upTo - position), bytes: Number.POSITIVE_INFINITY });
    },
    close,
  };
}

const storedLog = (database: Pick<Database, 'pool' | 'preparedStatements'>): StoredLog => ({
  extend: (position) => extendLog(database, position),
  head: () => lastPosition(database),
  after: (position) => eventsAfter(database, position, page),
  page,
});
