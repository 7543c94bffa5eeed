import type { PlacedEvent } from '../store/event-positions.ts';
import type { Feed, Follower } from './feed.ts';
import { CursorExpired } from './history.ts';
import type { Take } from './told.ts';

/** What a live follower is told, in the order of the feed. */
export type LiveMessage =
  | { kind: 'event'; event: PlacedEvent }
  /** Everything that was committed before following began was told, up to this position. Said once. */
  | { kind: 'caughtUp'; position: bigint }
  /** The log does not go on from the position asked for: events after it were removed, or the position is of another log. The last message. */
  | { kind: 'cursorExpired' };

export interface Wanted {
  /** The position after which to begin; undefined to begin with what happens from now on. */
  after: bigint | undefined;
  /** Asked for each event when it is told, so that its answer may change meanwhile. */
  wants(event: PlacedEvent): boolean;
}

/** Follows the feed until `until` is aborted, telling the events that are wanted: the next one when `take` is done with the one before. */
export async function live(
  feed: Feed,
  { after, wants }: Wanted,
  take: Take<LiveMessage>,
  until: AbortSignal,
): Promise<void> {
  const head = await feed.head();
  // Never one of ours, whichever process told it: an event is told when its place is committed, together with the head that counts it, and the
  // head was read just now, after the position had come here. So it is of another installation, or of what a restored backup does not hold.
  if (after !== undefined && after > head) return take({ kind: 'cursorExpired' });
  let caughtUp = false;
  const catchUp = (position: bigint): Promise<void> | undefined => {
    if (caughtUp || position < head) return undefined;
    caughtUp = true;
    return take({ kind: 'caughtUp', position });
  };
  const follower: Follower = {
    // The last of what was before may come as something new: then nothing is idle after it.
    tell(event) {
      const told = wants(event) ? take({ kind: 'event', event }) : undefined;
      if (caughtUp) return told;
      return told ? told.then(() => catchUp(event.position)) : catchUp(event.position);
    },
    idle: catchUp,
  };
  try {
    await feed.follow(after ?? head, follower, until);
  } catch (error) {
    if (!(error instanceof CursorExpired)) throw error;
    await take({ kind: 'cursorExpired' });
  }
}
