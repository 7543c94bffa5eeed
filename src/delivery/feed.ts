import { concernsEvents } from '../domain/nudged.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/logger.ts';
import type { Nudges } from '../platform/nudges.ts';
import { eventsAfter, lastPosition, type PlacedEvent, settleEvents } from '../store/event-positions.ts';
import { createTail, page, type Tail } from './tail.ts';

/** The event log in commit order, read once by this process however many follow it. */
export interface Feed {
  /** Position of the last event there is. Whatever was committed before the call is counted. */
  head(): Promise<bigint>;
  /**
   * Events after a position, without a gap and without a repetition, until `signal` is aborted. An empty list says that there is none for now.
   * Nobody waits for a follower that is slow: it reads on from memory, and from the log when memory does not reach back to it any more.
   * Throws CursorExpired when the log does not, either.
   */
  follow(after: bigint, signal: AbortSignal): AsyncGenerator<readonly PlacedEvent[], void>;
  close(): Promise<void>;
}

/** Events after this position were removed when their time was over. */
export class CursorExpired extends Error {
  override readonly name = 'CursorExpired';
}

export interface FeedServices {
  database: Pick<Database, 'pool'>;
  nudges: Nudges;
  logger: Logger;
}

/** Milliseconds after which the feed looks without having been told to: nudges can be lost. */
const patience = 1000;
export function createFeed({ database, nudges, logger }: FeedServices): Feed {
  const tail = createTail({ database, logger });
  let followers = 0;
  const lookIfFollowed = (): void => {
    if (followers) tail.look();
  };
  const unsubscribe = nudges.subscribe((nudge) => {
    if (concernsEvents(nudge)) lookIfFollowed();
  });
  const timer = setInterval(lookIfFollowed, patience);
  timer.unref();
  return {
    async head() {
      await settleEvents(database);
      return lastPosition(database);
    },
    async *follow(after, signal) {
      followers++;
      try {
        tail.look();
        yield* eventsFrom(tail, database, after, signal);
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

async function* eventsFrom(
  tail: Tail,
  database: Pick<Database, 'pool'>,
  after: bigint,
  signal: AbortSignal,
): AsyncGenerator<readonly PlacedEvent[], void> {
  for (let position = after; !signal.aborted; ) {
    // Asked before reading, so that nothing that comes meanwhile is missed.
    const seen = tail.advanced.given;
    const events = tail.recent?.after(position, page) ?? (await history(database, position));
    yield events;
    position = events.at(-1)?.position ?? position;
    if (!events.length) await tail.advanced.beyond(seen, signal);
  }
}

async function history(database: Pick<Database, 'pool'>, position: bigint): Promise<readonly PlacedEvent[]> {
  const events = await eventsAfter(database, position, page);
  if (events[0] && events[0].position !== position + 1n) throw new CursorExpired();
  return events;
}
