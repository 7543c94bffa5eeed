import type { EventText } from '../../store/webhooks/events.ts';

/** Events, and characters of their data, that are kept at most. */
const most = { events: 1000, size: 8_388_608 };

/** The last events of the log in memory, for all webhooks together. */
export interface LogWindow {
  /** Position of the last event that was read. */
  readonly head: number;
  /** Adds the next events. */
  add(events: readonly EventText[]): void;
  /** The events after a position; undefined when the window does not reach back that far. */
  after(position: number): EventText[] | undefined;
}

/** Begins after a position. */
export function createLogWindow(position: number): LogWindow {
  let kept: EventText[] = [];
  let size = 0;
  /** Everything after this position is kept. */
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
      while (kept.length - surplus > most.events || size > most.size) size -= kept[surplus++]?.data.length ?? size;
      start = kept[surplus - 1]?.position ?? start;
      kept = kept.slice(surplus);
    },
    after(from) {
      if (from < start) return undefined;
      return kept.slice(kept.findLastIndex((event) => event.position <= from) + 1);
    },
  };
}

export const windowSize = most.events;
