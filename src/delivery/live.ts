import type { PlacedEvent } from '../store/event-positions.ts';
import { CursorExpired, type Feed } from './feed.ts';

/** What a live follower is told, in the order of the feed. */
export type LiveMessage =
  | { kind: 'event'; event: PlacedEvent }
  /** Everything that was committed before following began was told, up to this position. Said once. */
  | { kind: 'caughtUp'; position: bigint }
  /** The events after the position asked for were removed: the last message. */
  | { kind: 'cursorExpired' };

export interface Wanted {
  /** The position after which to begin; undefined to begin with what happens from now on. */
  after: bigint | undefined;
  /** Asked for each event when it is told, so that its answer may change meanwhile. */
  wants(event: PlacedEvent): boolean;
}

/** Follows the feed until `until` is aborted, telling the events that are wanted. */
export async function* live(feed: Feed, { after, wants }: Wanted, until: AbortSignal): AsyncGenerator<LiveMessage> {
  const head = await feed.head();
  let position = after ?? head;
  let caughtUp = false;
  try {
    for await (const events of feed.follow(position, until)) {
      for (const event of events) {
        if (until.aborted) return;
        position = event.position;
        if (wants(event)) yield { kind: 'event', event };
      }
      if (events.length || caughtUp || position < head) continue;
      caughtUp = true;
      yield { kind: 'caughtUp', position };
    }
  } catch (error) {
    if (!(error instanceof CursorExpired)) throw error;
    yield { kind: 'cursorExpired' };
  }
}
