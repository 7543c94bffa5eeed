import type { EventType } from '../vocabulary/events.ts';
import type { Logger } from './logger.ts';

/** "Look again": sent after a commit. It carries no data and may be lost, so nothing depends on it alone. */
export type Nudge =
  | { kind: 'events'; types: readonly string[] }
  /** Delivery attempts of a webhook were recorded. */
  | { kind: 'attempts'; webhookId: string }
  /** Messages were queued, or the inbox has a new one. */
  | { kind: 'messages' }
  /** Nudges may have been lost: all subscribers look again. */
  | { kind: 'everything' };

/** Wakes the processes of one platform after a commit. */
export interface Nudges {
  /** Reaches the subscribers of this process and, through Redis, of the others. Neither throws nor waits. */
  publish(nudge: Nudge): void;
  /** Calls the listener for every nudge until the returned function is called. */
  subscribe(listener: (nudge: Nudge) => void): () => void;
  close(): Promise<void>;
}

/** Whether a nudge may announce an event of one of these types. */
export function concerns(nudge: Nudge, types: readonly EventType[]): boolean {
  if (nudge.kind === 'everything') return true;
  return nudge.kind === 'events' && types.some((type) => nudge.types.includes(type));
}

/** Nudges within one process. */
export function createLocalNudges(logger: Logger): Nudges {
  const listeners = new Set<(nudge: Nudge) => void>();
  const notify = (nudge: Nudge) => {
    for (const listener of listeners) {
      try {
        listener(nudge);
      } catch (err) {
        logger.error({ err }, 'nudge listener: failed');
      }
    }
  };
  return {
    // Deferred, so that the publisher finishes its request before the listeners start theirs.
    publish: (nudge) => void setImmediate(notify, nudge),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => Promise.resolve(),
  };
}
