import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import type { Nudges } from '../platform/nudges.ts';
import { eventsAfter, lastPosition, settleEvents } from '../store/event-positions.ts';
import { createHistory, type History } from './history.ts';
import type { Tell } from './listeners.ts';
import { createTail, type Log, page, type Tail } from './tail.ts';

/** The event log in commit order, read once by this process however many follow it. */
export interface Feed {
  /** Position of the last event there is. Whatever was committed before the call is counted. */
  head(): Promise<bigint>;
  /**
   * Tells the events after a position, without a gap and without a repetition, until `until` is aborted. Nobody waits for a follower that is
   * slow: it is told the rest from memory, and from the log when memory does not reach back to it any more. Rejects with CursorExpired when the
   * log does not, either, and when the follower fails.
   */
  follow(after: bigint, follower: Follower, until: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface Follower {
  tell: Tell;
  /** There is nothing after this position for now. */
  idle?(position: bigint): Promise<void> | undefined;
}

export interface FeedServices {
  database: Pick<Database, 'pool'>;
  nudges: Nudges;
  logger: Logger;
}

/** Milliseconds after which the feed looks without having been told to: nudges can be lost. */
const patience = 1000;
export function createFeed({ database, nudges, logger }: FeedServices): Feed {
  const log = logOf(database);
  const tail = createTail({ log, logger });
  const history = createHistory(log);
  let followers = 0;
  const lookIfFollowed = (): void => {
    if (followers) tail.look();
  };
  const unsubscribe = nudges.subscribe(({ kind }) => {
    if (kind !== 'attempts') lookIfFollowed();
  });
  const timer = setInterval(lookIfFollowed, patience);
  timer.unref();
  return {
    async head() {
      await log.settle();
      return log.head();
    },
    async follow(after, follower, until) {
      followers++;
      try {
        tail.look();
        await tellFrom({ tail, history }, after, follower, until);
      } finally {
        followers--;
        // What happens while nobody follows is not read: memory begins anew with the next follower.
        if (!followers) tail.forget();
      }
    },
    async close() {
      unsubscribe();
      clearInterval(timer);
      await tail.idle();
    },
  };
}

const logOf = (database: Pick<Database, 'pool'>): Log => ({
  settle: () => settleEvents(database),
  head: () => lastPosition(database),
  after: (position) => eventsAfter(database, position, page),
});

async function tellFrom(
  { tail, history }: { tail: Tail; history: History },
  after: bigint,
  { tell, idle }: Follower,
  until: AbortSignal,
): Promise<void> {
  for (let position = after; !until.aborted; ) {
    const events = tail.recent?.after(position, page) ?? (await history(position, until));
    const isOver = !events.length;
    // Taken out one by one: of what was told, nothing is held while a follower makes us wait.
    for (let event = events.shift(); event && !until.aborted; event = events.shift()) {
      position = event.position;
      await tell(event);
    }
    if (!isOver || until.aborted) continue;
    await idle?.(position);
    position = await tail.listen(position, tell, until);
  }
}
