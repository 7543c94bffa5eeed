import type { Page, PlacedEvent } from '../store/event-positions.ts';

/** What is kept at most: events, and bytes of their data. */
const limits: Page = { events: 2000, bytes: 16_777_216 };

/** The last events of the feed in memory, for all followers together: what each of them has still to read is a place in it. */
export interface Recent {
  /** Position of the last event that was added. */
  readonly head: bigint;
  /** The next ones, without a gap between them. Where they do not follow the head, what was before is forgotten. */
  add(events: readonly PlacedEvent[]): void;
  /** A page of the events after a position, the caller's own; undefined when memory does not reach back that far. */
  after(position: bigint, page: Page): PlacedEvent[] | undefined;
}

export function createRecent(head: bigint, { events: most, bytes }: Page = limits): Recent {
  let kept: PlacedEvent[] = [];
  let size = 0;
  let last = head;
  // Positions follow one another without a gap, so an event's place in the list follows from its position.
  const first = () => last - BigInt(kept.length) + 1n;
  return {
    get head() {
      return last;
    },
    add(events) {
      if (events[0] && events[0].position !== last + 1n) {
        kept = [];
        size = 0;
      }
      kept = kept.concat(events);
      size += sizeOf(events);
      last = events.at(-1)?.position ?? last;
      let surplus = Math.max(0, kept.length - most);
      size -= sizeOf(kept.slice(0, surplus));
      while (size > bytes) size -= kept[surplus++]?.size ?? size;
      kept = kept.slice(surplus);
    },
    after(position, page) {
      if (position >= last) return [];
      const start = Number(position + 1n - first());
      return start < 0 ? undefined : kept.slice(start, endOfPage(kept, start, page));
    },
  };
}

const sizeOf = (events: readonly PlacedEvent[]): number => events.reduce((sum, { size }) => sum + size, 0);

function endOfPage(events: readonly PlacedEvent[], start: number, { events: most, bytes }: Page): number {
  let end = start;
  for (let left = bytes; left > 0 && end < start + most && end < events.length; end++) left -= events[end]?.size ?? 0;
  return end;
}
