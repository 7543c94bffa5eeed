import type { EventText } from '../../store/webhooks/events.ts';

/**
 * Maximum number of events, and of characters of their data. A webhook that is further behind reads the log itself:
 * with 1,000 events in memory, a burst of 3,000 takes PostgreSQL twice the time (bench:events, deliveries, 0.3).
 */
const limits = { events: 5000, size: 8_388_608 };

/** The last events of the log in memory, shared by all webhooks. */
export interface LogWindow {
  /** Position of the last event that was read. */
  readonly head: number;
  /** Adds the next events. */
  add(events: readonly EventText[]): void;
  /** The events after a position; undefined if the window does not reach back that far. */
  after(position: number): EventText[] | undefined;
}

/** An empty window that starts after a position. */
export function createLogWindow(position: number): LogWindow {
  let kept: EventText[] = [];
  let size = 0;
  /** All events after this position are in the window. */
  let start = position;
  let head = position;
  return {
    get head() {
      return head;
    },
    add(events) {
      kept = kept.concat(events);
      for (const { data } of events) size += data.length;
      head = events.at(-1)?.position ?? head;
      let surplus = 0;
      while (kept.length - surplus > limits.events || size > limits.size) size -= kept[surplus++]?.data.length ?? size;
      start = kept[surplus - 1]?.position ?? start;
      kept = kept.slice(surplus);
    },
    after(from) {
      if (from < start) return undefined;
      return kept.slice(kept.findLastIndex((event) => event.position <= from) + 1);
    },
  };
}

export const windowSize = limits.events;
