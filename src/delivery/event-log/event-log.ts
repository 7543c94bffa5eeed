import type { Admission } from '../../platform/admission/admission.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Nudges } from '../../platform/nudges.ts';
import { eventsAfter, lastPosition, assignPositions } from '../../store/event-positions.ts';
import { createReader, page, type StoredLog } from './reader.ts';
import { type LiveMessage, type Send, subscribe, type Subscription } from './subscribe.ts';
import { createTailer } from './tailer.ts';

/** The event log in commit order. */
export interface EventLog {
  /** Position of the last event, including everything that was committed before the call. */
  head(): Promise<bigint>;
  /** Sends the events that match. Resolves when the signal has aborted; see `subscribe`. */
  subscribe(subscription: Subscription, send: Send<LiveMessage>): Promise<void>;
  close(): Promise<void>;
}

interface EventLogServices {
  admission: Admission;
  database: Pick<Database, 'pool'>;
  nudges: Nudges;
  logger: Logger;
}

/** Pause between two reads if no nudge arrives (ms): nudges may be lost. */
const pollInterval = 1000;

export function createEventLog({ admission, database, nudges, logger }: EventLogServices): EventLog {
  const log = storedLog(database);
  const tailer = createTailer({ log, logger });
  const read = createReader(log, admission);
  const unsubscribe = nudges.subscribe(({ kind }) => {
    if (kind === 'events' || kind === 'everything') tailer.poll();
  });
  const timer = setInterval(() => tailer.poll(), pollInterval);
  timer.unref();
  const head = async (): Promise<bigint> => {
    await log.assignPositions();
    return log.head();
  };
  return {
    head,
    subscribe: (subscription, send) => subscribe({ tailer, read, head }, subscription, send),
    async close() {
      unsubscribe();
      clearInterval(timer);
      await tailer.idle();
    },
  };
}

const storedLog = (database: Pick<Database, 'pool'>): StoredLog => ({
  assignPositions: () => assignPositions(database),
  head: () => lastPosition(database),
  after: (position) => eventsAfter(database, position, page),
});
