import type { Log } from '../../src/delivery/tail.ts';
import type { PlacedEvent } from '../../src/store/event-positions.ts';

/** An event of which nothing matters but its place, and its size. */
export const placed = (position: bigint | number, size = 1) => ({ position: BigInt(position), size }) as PlacedEvent;
export const positions = (events: readonly PlacedEvent[] | undefined) =>
  events?.map(({ position }) => Number(position));

/** Lets everything happen that waits for nothing from outside. */
export const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A log of one event per page that answers when it is let, with what it holds when the question is put. */
export function heldLog() {
  const asked: { what: string; answer(): void }[] = [];
  let head = 0n;
  const hold = <T>(what: string, value: T) =>
    new Promise<T>((resolve) => void asked.push({ what, answer: () => resolve(value) }));
  const log: Log = {
    settle: () => hold('settle', undefined),
    head: () => hold('head', head),
    after: (position) => hold(`after ${position}`, position < head ? [placed(position + 1n)] : []),
  };
  return {
    log,
    /** Events up to this position have their place from now on. */
    place(position: number) {
      head = BigInt(position);
    },
    /** What waits for an answer. */
    asked: () => asked.map(({ what }) => what),
    /** Answers the questions that are put, which are these, in this order. */
    async answer(...expected: string[]) {
      for (const what of expected) {
        const next = asked.shift();
        if (next?.what !== what) throw new Error(`"${next?.what ?? 'nothing'}" was asked, not "${what}"`);
        next.answer();
        await settled();
      }
    },
  };
}
