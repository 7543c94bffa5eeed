import type { Admission } from '../../platform/admission/admission.ts';
import type { LogState, Page } from '../../store/event-positions.ts';
import type { LoggedEvent } from '../../store/logged-event.ts';

/** One read, and so what a subscriber that is paused holds: small, because anyone can open many subscriptions. */
export const page: Page = { events: 500, bytes: 262_144 };

/** The event log in the database. */
export interface StoredLog {
  /** Gives committed events their positions. Returns what the log had before, with the event at a position. */
  extend(position: number): Promise<LogState>;
  /** The last assigned position. */
  head(): Promise<number>;
  /** Limits of one read. */
  readonly page: Page;
  /** The first events after a position, up to a gap, at most a page. */
  after(position: number): Promise<LoggedEvent[]>;
}

/** The log does not continue from a position: retention has removed events after it, or the log has lost them. */
export class CursorExpired extends Error {
  override readonly name = 'CursorExpired';
}

/** A page of the events after a position; empty at the end of the log, and once the signal has aborted. */
export type ReadLog = (position: number, subscriber: Subscriber) => Promise<LoggedEvent[]>;

/** A reader of the log, until the signal aborts. */
export interface Subscriber {
  /** Has its turns under this name: see `callerOf`. */
  caller: string;
  signal: AbortSignal;
}

/** Rejects with CursorExpired if events after the position are missing. */
export const createReader =
  (log: StoredLog, { run }: Admission): ReadLog =>
  // A slot is held while reading, not while the subscriber consumes the page.
  (position, { caller, signal }) =>
    run('logRead', caller, async () => (signal.aborted ? [] : read(log, position)));

async function read(log: StoredLog, position: number): Promise<LoggedEvent[]> {
  const firstRead = await log.after(position);
  // Empty before the head: the events were removed, or they were committed between the two queries.
  const isShort = !firstRead.length && (await log.head()) > position;
  const events = isShort ? await log.after(position) : firstRead;
  if (isShort && !events.length) throw new CursorExpired();
  // An event may be removed before an older one that another transaction has locked.
  const last = events.at(-1)?.position ?? position;
  if (last !== position + events.length) throw new CursorExpired();
  return events;
}
