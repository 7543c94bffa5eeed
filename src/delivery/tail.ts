import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/logger.ts';
import { eventsAfter, lastPosition, settleEvents } from '../store/event-positions.ts';
import { createListeners, type Tell } from './listeners.ts';
import { createRecent, type Recent } from './recent.ts';

/** Events read at once. */
export const page = 500;

/** The end of the event log, read on as it grows. */
export interface Tail {
  /** The last events; undefined before the first look, and after `forget`. */
  readonly recent: Recent | undefined;
  /** Tells what comes after a position, when nothing has yet: as Listeners.listen. At once when there is something already. */
  listen(position: bigint, tell: Tell, until: AbortSignal): Promise<bigint>;
  /** Reads on. One look at a time, and one more when this is called meanwhile. */
  look(): void;
  forget(): void;
  /** Resolves when no look is under way. */
  idle(): Promise<void>;
}

export function createTail({ database, logger }: { database: Pick<Database, 'pool'>; logger: Logger }): Tail {
  const listeners = createListeners();
  let recent: Recent | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  const lookWhileTold = async (): Promise<void> => {
    while (lookAgain) {
      lookAgain = false;
      await readOn().catch((err: unknown) => logger.warn({ err }, 'the event log cannot be read now'));
    }
  };
  const readOn = async (): Promise<void> => {
    await settleEvents(database);
    const tail = (recent ??= await beginHere());
    for (;;) {
      const events = await eventsAfter(database, tail.head, page);
      if (!events.length) return;
      tail.add(events);
      await listeners.announce(events);
    }
  };
  const beginHere = async (): Promise<Recent> => {
    const head = await lastPosition(database);
    // Who looked before the last events had their position has to look once more.
    listeners.release();
    return createRecent(head);
  };
  return {
    get recent() {
      return recent;
    },
    listen: async (position, tell, until) =>
      recent && recent.head > position ? position : listeners.listen(position, tell, until),
    look() {
      lookAgain = true;
      looking ??= lookWhileTold().finally(() => {
        looking = undefined;
      });
    },
    forget() {
      recent = undefined;
    },
    idle: () => looking ?? Promise.resolve(),
  };
}
