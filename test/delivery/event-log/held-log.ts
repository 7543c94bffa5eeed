import type { StoredLog } from '../../../src/delivery/event-log/reader.ts';
import type { LoggedEvent } from '../../../src/store/logged-event.ts';

/** An event of which only the position and size matter. */
export const placed = (position: number, size = 1) => ({ position, size }) as LoggedEvent;
export const positions = (events: readonly LoggedEvent[] | undefined) => events?.map(({ position }) => position);

/** Resolves when everything that does not depend on I/O has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Maximum number of turns in which a query is expected. */
const maxTurns = 50;

/** A log with pages of one event. Each query returns what was there when it was sent, when the test calls `answer`. */
export function heldLog() {
  const queries: { what: string; answer(): void }[] = [];
  let head = 0;
  const hold = <T>(what: string, value: T) =>
    new Promise<T>((resolve) => void queries.push({ what, answer: () => resolve(value) }));
  const log: StoredLog = {
    extend: () => hold('assign', { head, id: null }),
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
    /** Answers the next queries, which must be these, in this order. */
    async answer(...expected: string[]) {
      for (const what of expected) {
        // A read that gives way to other work continues in a later turn.
        for (let turn = 0; !queries.length && turn < maxTurns; turn++) await settled();
        const next = queries.shift();
        if (next?.what !== what) throw new Error(`"${next?.what ?? 'nothing'}" was queried, not "${what}"`);
        next.answer();
        await settled();
      }
    },
  };
}
