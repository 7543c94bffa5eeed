import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/logger.ts';
import { eventsAfter, lastPosition, settleEvents } from '../store/event-positions.ts';
import { createRecent, type Recent } from './recent.ts';
import { createSignal, type Signal } from './signal.ts';

/** Events read at once. */
export const page = 500;

/** The end of the event log, read on as it grows. */
export interface Tail {
  /** Given whenever there is more to read than before. */
  readonly advanced: Signal;
  /** The last events; undefined before the first look, and after `forget`. */
  readonly recent: Recent | undefined;
  /** Reads on. One look at a time, and one more when this is called meanwhile. */
  look(): void;
  forget(): void;
  /** Resolves when no look is under way. */
  idle(): Promise<void>;
}

export function createTail({ database, logger }: { database: Pick<Database, 'pool'>; logger: Logger }): Tail {
  const advanced = createSignal();
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
      advanced.give();
    }
  };
  const beginHere = async (): Promise<Recent> => {
    const head = await lastPosition(database);
    // Who looked before the last events had their position has to look once more.
    advanced.give();
    return createRecent(head);
  };
  return {
    advanced,
    get recent() {
      return recent;
    },
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
