import type { Page } from '../../store/event-positions.ts';
import type { LoggedEvent } from '../../store/logged-event.ts';

/**
 * The most that the buffer holds: events, and bytes of their data. A webhook or a subscriber further behind reads the
 * log: with 1,000 events in memory, a burst of 3,000 takes PostgreSQL twice the time (bench:events, deliveries, 0.3).
 */
export const bufferLimits: Page = { events: 5000, bytes: 8_388_608 };

/** The newest events, shared by all that read the log: what one of them has still to read is a position in it. */
export interface EventBuffer {
  /** Position of the newest event. */
  readonly head: number;
  /** Appends events with consecutive positions. If they do not follow the head, older ones are dropped. */
  add(events: readonly LoggedEvent[]): void;
  /** A copy of the events after a position, at most a page; undefined if some of them are no longer in the buffer. */
  after(position: number, page: Page): LoggedEvent[] | undefined;
}

export function createBuffer(start: number, { events: maxEvents, bytes: maxBytes }: Page = bufferLimits): EventBuffer {
  let buffered: LoggedEvent[] = [];
  let bytes = 0;
  let head = start;
  // Positions are consecutive, so an event's index follows from its position.
  const first = () => head - buffered.length + 1;
  return {
    get head() {
      return head;
    },
    add(events) {
      if (events[0] && events[0].position !== head + 1) {
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
      const start = position + 1 - first();
      return start < 0 ? undefined : buffered.slice(start, endOfPage(buffered, start, page));
    },
  };
}

export const bytesOf = (events: readonly LoggedEvent[]): number => events.reduce((sum, { size }) => sum + size, 0);

function endOfPage(events: readonly LoggedEvent[], start: number, page: Page): number {
  let end = start;
  for (let left = page.bytes; left > 0 && end < start + page.events && end < events.length; end++) {
    left -= events[end]?.size ?? 0;
  }
  return end;
}
