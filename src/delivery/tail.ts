import type { Logger } from '../platform/logger.ts';
import type { Page, PlacedEvent } from '../store/event-positions.ts';
import { createListeners, type Tell } from './listeners.ts';
import { createRecent, type Recent } from './recent.ts';

/** What is read at once, and what a follower holds that does not take it: its share must be small, because anybody can open many. */
export const page: Page = { events: 500, bytes: 262_144 };

/** What the feed asks of the event log. */
export interface Log {
  /** Gives places to what is committed. */
  settle(): Promise<void>;
  /** The position given last. */
  head(): Promise<bigint>;
  /** The first events after a position: a page of them at most. */
  after(position: bigint): Promise<PlacedEvent[]>;
}

/** The end of the event log, read on as it grows. */
export interface Tail {
  /** The last events; undefined before the first look, and after `forget`. */
  readonly recent: Recent | undefined;
  /** Tells what comes after a position, when nothing has yet: as Listeners.listen. At once when there is something already. */
  listen(position: bigint, tell: Tell, until: AbortSignal): Promise<bigint>;
  /** Reads on. One look at a time, and one more when this is called meanwhile. */
  look(): void;
  /** Nobody follows any more: a look that goes on ends, memory begins anew with the next one. */
  forget(): void;
  /** Resolves when no look is under way. */
  idle(): Promise<void>;
}

export function createTail({ log, logger }: { log: Log; logger: Logger }): Tail {
  const listeners = createListeners();
  let recent: Recent | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let forgotten = 0;

  const lookWhileTold = async (): Promise<void> => {
    while (lookAgain) {
      lookAgain = false;
      await readOn().catch((err: unknown) => logger.warn({ err }, 'the event log cannot be read now'));
    }
    looking = undefined;
  };
  const readOn = async (): Promise<void> => {
    const before = forgotten;
    await log.settle();
    const head = recent?.head ?? (await log.head());
    if (before !== forgotten) return;
    const memory = (recent ??= beginAt(head));
    for (;;) {
      const events = await log.after(memory.head);
      // Who listens after all others had left was not there for the pages before this one, and has asked for a look of its own.
      if (before !== forgotten || !events.length) return;
      memory.add(events);
      await listeners.announce(events);
    }
  };
  const beginAt = (head: bigint): Recent => {
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
      looking ??= lookWhileTold();
    },
    forget() {
      recent = undefined;
      lookAgain = false;
      forgotten++;
    },
    idle: () => looking ?? Promise.resolve(),
  };
}
