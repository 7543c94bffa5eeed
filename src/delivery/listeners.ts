import { setImmediate } from 'node:timers/promises';
import type { PlacedEvent } from '../store/event-positions.ts';

/** Takes an event. A promise when it wants nothing more until that is settled. */
export type Tell = (event: PlacedEvent) => Promise<void> | undefined;

/** Followers that have seen everything so far. What is new is told to all of them as it comes: nobody has to be woken to look for it. */
export interface Listeners {
  /**
   * Tells what is announced after a position from now on, as long as nothing is left out. Resolves with the position of the last event that was
   * told, when `tell` asks to wait and that is over, when there may be more than what is announced, or when `until` is aborted. Rejects when
   * `tell` fails.
   */
  listen(position: bigint, tell: Tell, until: AbortSignal): Promise<bigint>;
  /** Events in the order of the feed. Resolves when all were told. */
  announce(events: readonly PlacedEvent[]): Promise<void>;
  /** Lets all of them look for themselves. */
  release(): void;
}

interface Listener {
  position: bigint;
  tell: Tell;
  /** It is told no more; its promise is settled after `wait`. */
  leave(wait?: Promise<void>): void;
}

/** Messages after which other work has its turn: thousands of followers must not hold up a request. */
const atOnce = 256;

export function createListeners(): Listeners {
  const listeners = new Set<Listener>();
  return {
    listen: (position, tell, until) =>
      new Promise((resolve) => {
        if (until.aborted) return resolve(position);
        const end = () => listener.leave();
        const listener: Listener = {
          position,
          tell,
          leave(wait) {
            listeners.delete(listener);
            until.removeEventListener('abort', end);
            resolve(wait ? wait.then(() => listener.position) : listener.position);
          },
        };
        listeners.add(listener);
        until.addEventListener('abort', end);
      }),
    async announce(events) {
      let told = 0;
      for (const listener of Array.from(listeners)) {
        for (const event of events) {
          if (!listeners.has(listener)) break;
          if (event.position <= listener.position) continue;
          tellOne(listener, event);
          if (++told % atOnce === 0) await setImmediate();
        }
      }
    },
    release() {
      for (const listener of Array.from(listeners)) listener.leave();
    },
  };
}

function tellOne(listener: Listener, event: PlacedEvent): void {
  // Something between was never announced to it: it finds that in the log.
  if (event.position !== listener.position + 1n) return listener.leave();
  listener.position = event.position;
  let wait: Promise<void> | undefined;
  try {
    wait = listener.tell(event);
  } catch (error) {
    wait = failed(error);
  }
  if (wait) listener.leave(wait);
}

async function failed(error: unknown): Promise<never> {
  throw error;
}
