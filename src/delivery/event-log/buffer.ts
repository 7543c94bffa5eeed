import type { Page, PositionedEvent } from '../../store/event-positions.ts';

/** What the buffer holds at most: events, and bytes of their data. */
const limits: Page = { events: 2000, bytes: 16_777_216 };

/** The newest events, shared by all subscribers: what one of them has still to read is a position in this buffer. */
export interface EventBuffer {
  /** Position of the newest event. */
  readonly head: bigint;
  /** Appends events with consecutive positions. If they do not follow the head, older ones are dropped. */
  add(events: readonly PositionedEvent[]): void;
  /** A copy of the events after a position, at most a page; undefined if some of them are no longer in the buffer. */
  after(position: bigint, page: Page): PositionedEvent[] | undefined;
}

export function createBuffer(start: bigint, { events: maxEvents, bytes: maxBytes }: Page = limits): EventBuffer {
  let buffered: PositionedEvent[] = [];
  let bytes = 0;
  let head = start;
  // Positions are consecutive, so an event's index follows from its position.
  const first = () => head - BigInt(buffered.length) + 1n;
  return {
    get head() {
      return head;
    },
    add(events) {
      if (events[0] && events[0].position !== head + 1n) {
        buffered = [];
        bytes = 0;
      }
      buffered = buffered.concat(events);
      bytes += bytesOf(events);
      head = events.at(-1)?.position ?? head;
      let surplus = Math.max(0, buffered.length - maxEvents);
      bytes -= bytesOf(buffered.slice(0, surplus));
      while (bytes > maxBytes) bytes -= buffered[surplus++]?.size ?? bytes;
      buffered = buffered.slice(surplus);
    },
    after(position, page) {
      if (position >= head) return [];
      const start = Number(position + 1n - first());
      return start < 0 ? undefined : buffered.slice(start, endOfPage(buffered, start, page));
    },
  };
}

const bytesOf = (events: readonly PositionedEvent[]): number => events.reduce((sum, { size }) => sum + size, 0);

function endOfPage(events: readonly PositionedEvent[], start: number, page: Page): number {
  let end = start;
  for (let left = page.bytes; left > 0 && end < start + page.events && end < events.length; end++) {
    left -= events[end]?.size ?? 0;
  }
  return end;
}
