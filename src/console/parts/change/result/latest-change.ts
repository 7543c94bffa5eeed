// The latest change, which is shown for a while. It can be taken back as long as no one else has changed its records.
import type { EmittedEvent } from '../../../data/change.ts';
import { onEvents } from '../../../data/feed/feed.ts';
import type { Inverse } from './inverse.ts';

/** A change that was made. */
interface MadeChange {
  /** Null if the viewer may not read events. */
  events: readonly EmittedEvent[] | null;
  /** The change that takes it back. */
  inverse: Inverse | null;
  /** The page of the record that it has created. */
  page: string | null;
  /** The page to which it leads, and on which it is shown: the list of a record that was deleted. */
  at?: string | null;
}

/** Milliseconds for which it is shown: enough to read it, and to think. */
const shownFor = 30_000;

let shown: MadeChange | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let stop: (() => void) | undefined;
const listeners = new Set<() => void>();

export const latestChange = {
  current: (): MadeChange | null => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Shows a change instead of the one before. */
  show(change: MadeChange): void {
    set(change);
    stop ??= onEvents((latest) => {
      const events = shown?.events ?? [];
      const isOutdated = latest.some(
        ({ id, subject }) =>
          events.some((one) => one.subject.id === subject.id) && !events.some((one) => one.id === id),
      );
      if (!isOutdated || !shown) return;
      // The way to a new record stays: a job that was started makes progress at once.
      if (!shown.page) set(null);
      else if (shown.inverse) set({ ...shown, inverse: null });
    });
  },
  forget: (): void => set(null),
};

function set(next: MadeChange | null): void {
  shown = next;
  clearTimeout(timer);
  if (next) timer = setTimeout(() => set(null), shownFor);
  for (const listener of listeners) listener();
}
