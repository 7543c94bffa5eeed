// The latest change that can be taken back, for as long as no one else has changed its records.
import type { EmittedEvent } from '../../data/change.ts';
import { onEvents } from '../../data/feed.ts';
import type { Inverse } from './inverse.ts';

/** The way back of a change, and what the change was, in words. */
interface WayBack extends Inverse {
  undoes: string;
}

interface Offered {
  inverse: WayBack;
  subjects: ReadonlySet<string>;
  /** The events of the change itself. */
  eventIds: ReadonlySet<string>;
}

let offered: Offered | null = null;
let stop: (() => void) | undefined;
const listeners = new Set<() => void>();

export const undo = {
  current: (): WayBack | null => offered?.inverse ?? null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Offers the way back of a change, instead of that of the one before. */
  offer(inverse: WayBack, events: readonly EmittedEvent[] | null): void {
    const subjects = new Set(events?.map(({ subject }) => subject.id));
    set({ inverse, subjects, eventIds: new Set(events?.map(({ id }) => id)) });
    stop ??= onEvents((latest) => {
      const isOutdated = latest.some(
        ({ id, subject }) => offered?.subjects.has(subject.id) && !offered.eventIds.has(id),
      );
      if (isOutdated) set(null);
    });
  },
  forget: (): void => set(null),
};

function set(next: Offered | null): void {
  offered = next;
  for (const listener of listeners) listener();
}
