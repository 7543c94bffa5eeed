// The latest change that can be taken back: for a while, and as long as no one else has changed its records.
import type { EmittedEvent } from '../../data/change.ts';
import { onEvents } from '../../data/feed.ts';
import type { Inverse } from './inverse.ts';

/** A change that was made, and the one that takes it back. */
export interface Undoable {
  events: readonly EmittedEvent[];
  inverse: Inverse;
}

/** Milliseconds for which it is offered: enough to read it, and to think. */
const offeredFor = 30_000;

let offered: Undoable | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let stop: (() => void) | undefined;
const listeners = new Set<() => void>();

export const undo = {
  current: (): Undoable | null => offered,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Offers the way back of a change, instead of that of the one before. */
  offer(undoable: Undoable): void {
    set(undoable);
    stop ??= onEvents((latest) => {
      const events = offered?.events ?? [];
      const isOutdated = latest.some(
        ({ id, subject }) =>
          events.some((one) => one.subject.id === subject.id) && !events.some((one) => one.id === id),
      );
      if (isOutdated) set(null);
    });
  },
  forget: (): void => set(null),
};

function set(next: Undoable | null): void {
  offered = next;
  clearTimeout(timer);
  if (next) timer = setTimeout(() => set(null), offeredFor);
  for (const listener of listeners) listener();
}
