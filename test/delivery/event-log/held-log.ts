import type { StoredLog } from '../../../src/delivery/event-log/reader.ts';
import type { LoggedEvent } from '../../../src/store/logged-event.ts';

/** An event of which only the position and size matter. */
export const placed = (position: number, size = 1) => ({ position, size }) as LoggedEvent;
export const positions = (events: readonly LoggedEvent[] | undefined) => events?.map(({ position }) => position);

/** Resolves when everything that does not depend on I/O has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A log with pages of one event. Each query returns what was there when it was sent, when the test calls `answer`. */
export function heldLog() {
  const queries: { what: string; answer(): void }[] = [];
  let head = 0;
  const hold = <T>(what: string, value: T) =>
    new Promise<T>((resolve) => void queries.push({ what, answer: () => resolve(value) }));
  const log: StoredLog = {
    assignPositions: () => hold('assign', undefined),
    head: () => hold('head', head),
    after: (position) => hold(`after ${position}`, position < head ? [placed(position + 1)] : []),
    page: { events: 1, bytes: 1000 },
  };
  return {
    log,
    /** From now on, the log has events up to this position. */
    appendTo(position: number) {
      head = position;
    },
    /** The queries in progress. */
    queries: () => queries.map(({ what }) => what),
    /** Answers the queries in progress, which must be these, in this order. */
    async answer(...expected: string[]) {
      await settled();
      for (const what of expected) {
        const next = queries.shift();
        if (next?.what !== what) throw new Error(`"${next?.what ?? 'nothing'}" was queried, not "${what}"`);
        next.answer();
        await settled();
      }
    },
  };
}
