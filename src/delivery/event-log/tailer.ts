import { giveWay } from '../../platform/admission/token-requests.ts';
import { coalesce, oncePerTurn } from '../../platform/coalesce.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { LogState } from '../../store/event-positions.ts';
import type { LoggedEvent } from '../../store/logged-event.ts';
import { bytesOf, createBuffer, type EventBuffer } from './buffer.ts';
import type { StoredLog } from './reader.ts';

/** A subscriber that reads the log. */
export interface Follower {
  /** The last event that it has taken. */
  position: number;
  /** Takes the next event. Returns a promise if it takes no more before that is settled. */
  take(event: LoggedEvent): Promise<void> | undefined;
  /**
   * Called after each read of the log when it has taken what was read: with the time of the read if no event after its
   * position was committed before, and with null if there is more. Returns a promise as above.
   */
  takeTime?(at: Date | null): Promise<void> | undefined;
}

/** Reads the end of the event log into a buffer: one per process, for all subscribers, and for webhooks as well. */
export interface Tailer {
  /** The newest events; undefined before the first read, and without subscribers and readers. */
  readonly buffer: EventBuffer | undefined;
  /**
   * Counts how often the log was noticed to lack what was read of it, as after a failover to a standby without the last
   * commits: what was read under another number must not be continued.
   */
  readonly history: number;
  /**
   * Keeps the buffer, until the returned function is called. A subscriber also has it read by every poll, a reader by
   * itself.
   */
  join(as: 'subscriber' | 'reader'): () => void;
  /** Reads new events if there are subscribers. */
  poll(): void;
  /** Reads what was committed before the call, and passes it to followers. Calls in the same turn share a read. */
  read(): Promise<void>;
  /**
   * Passes new events to a follower that has taken all others. Resolves when it has to read the log by itself: it has
   * paused and is ready again, it may have missed events, or the signal has aborted. Rejects when it fails.
   */
  attach(follower: Follower, signal: AbortSignal): Promise<void>;
  /** Resolves when no read is in progress. */
  idle(): Promise<void>;
}

interface Attachment {
  follower: Follower;
  isAttached: boolean;
  /** Ends the attachment: at once, or when the follower is ready again. */
  detach(ready?: Promise<void>): void;
}
type Attached = Set<Attachment>;

interface TailerServices {
  log: StoredLog;
  clock: Clock;
  logger: Logger;
}

/** The events that were read of the log, and the followers that wait for more. */
interface State {
  attached: Attached;
  buffer: EventBuffer | undefined;
  joined: { subscriber: number; reader: number };
  /** Counts how often the last one left. A read that started before must not fill a later buffer. */
  generation: number;
  history: number;
  /** Id of the last event of the buffer, if it is known. */
  headId: string | null;
  /** Everything that was committed before this time is in the buffer, or precedes it. */
  completeAt: Date | undefined;
}

export function createTailer(services: TailerServices): Tailer {
  const attached: Attached = new Set();
  const joined = { subscriber: 0, reader: 0 };
  const state: State = {
    attached,
    buffer: undefined,
    joined,
    generation: 0,
    history: 0,
    headId: null,
    completeAt: undefined,
  };
  // A nudge has both subscribers and webhooks read the log.
  const reading = oncePerTurn(coalesce(() => readOn(services, state)));
  const poll = (): void => {
    if (!joined.subscriber) return;
    reading.run().catch((err: unknown) => services.logger.warn({ err }, 'event log: read failed; will retry'));
  };
  return {
    get buffer() {
      return state.buffer;
    },
    get history() {
      return state.history;
    },
    join(as) {
      joined[as]++;
      if (as === 'subscriber') poll();
      return () => {
        joined[as]--;
        if (!joined.subscriber && !joined.reader) forget(state);
      };
    },
    poll,
    read: reading.run,
    async attach(follower, signal) {
      if (signal.aborted || (state.buffer && state.buffer.head > follower.position)) return;
      await untilDetached(attached, follower, signal);
    },
    idle: reading.idle,
  };
}

async function readOn(services: TailerServices, state: State): Promise<void> {
  const { log, clock } = services;
  const { attached, joined, generation } = state;
  const isOver = () => generation !== state.generation;
  if (!joined.subscriber && !joined.reader) return;
  const at = clock.now();
  const stored = await log.extend(state.buffer?.head ?? 0);
  if (isOver()) return;
  if (state.buffer && !continues(stored, state.buffer.head, state.headId)) return loseHistory(services, state);
  if (state.buffer) state.headId = stored.id;
  const head = state.buffer?.head ?? (await log.head());
  if (isOver()) return;
  if (!state.buffer) state.completeAt = at;
  const current = (state.buffer ??= startAt(head, attached));
  for (;;) {
    const events = await log.after(current.head);
    if (isOver()) return;
    for (const event of events) event.asOf = state.completeAt;
    state.headId = events.at(-1)?.id ?? state.headId;
    if (events.length) await add(current, attached, events);
    // A page also ends at a gap, which retention has left: what follows it was committed before, too.
    const isBehind = current.head < stored.head;
    if (events.length && (isBehind || !isLast(events, log))) continue;
    if (isBehind) return;
    state.completeAt = at;
    return passTime(attached, current.head, at);
  }
}

function startAt(head: number, attached: Attached): EventBuffer {
  // Followers may have read the log before the newest positions were assigned.
  detachAll(attached);
  return createBuffer(head);
}

/** Followers have to notice it by themselves; what remains joined reads the log as it is now. */
function loseHistory(services: TailerServices, state: State): Promise<void> {
  const { buffer, attached } = state;
  services.logger.warn({ head: buffer?.head }, 'event log: lost its last events; subscribers start again');
  state.history++;
  forget(state);
  detachAll(attached);
  return readOn(services, state);
}

function forget(state: State): void {
  state.buffer = undefined;
  state.headId = null;
  state.generation++;
}

function detachAll(attached: Attached): void {
  for (const attachment of Array.from(attached)) attachment.detach();
}

/** Whether the log still has what was read of it; an old event that retention has removed is no loss. */
const continues = (stored: LogState, head: number, headId: string | null): boolean =>
  stored.head >= head && (headId === null || stored.id === null || stored.id === headId);

/** Whether a page is the last one. Events after a gap, if it ended there, are read the next time. */
const isLast = (events: readonly LoggedEvent[], { page }: StoredLog): boolean =>
  events.length < page.events && bytesOf(events) < page.bytes;

const add = (buffer: EventBuffer, attached: Attached, events: readonly LoggedEvent[]): Promise<void> => {
  buffer.add(events);
  return pass(attached, events);
};

const untilDetached = (attached: Attached, follower: Follower, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const abort = () => attachment.detach();
    const attachment: Attachment = {
      follower,
      isAttached: true,
      detach(ready) {
        attachment.isAttached = false;
        attached.delete(attachment);
        signal.removeEventListener('abort', abort);
        resolve(ready);
      },
    };
    attached.add(attachment);
    signal.addEventListener('abort', abort);
  });

/**
 * Pushes events to the attached followers. An iterator for each of them would be simpler, but its promises live until
 * the next event: `npm run bench:events -- --only fan-out` (at least 0.45) falls to half of what it is. Other work has
 * its turn every two milliseconds: neither thousands of subscribers nor all their selections delay a request.
 */
async function pass(attached: Attached, events: readonly LoggedEvent[]): Promise<void> {
  for (const attachment of Array.from(attached)) {
    for (const event of events) {
      if (!attachment.isAttached) break;
      if (event.position <= attachment.follower.position) continue;
      passOne(attachment, event);
      const turn = giveWay();
      if (turn) await turn;
    }
  }
}

/** Passes the time of a read to the attached followers that have taken everything. */
async function passTime(attached: Attached, head: number, at: Date): Promise<void> {
  for (const attachment of Array.from(attached)) {
    const { follower } = attachment;
    if (!follower.takeTime || !attachment.isAttached || follower.position !== head) continue;
    try {
      const ready = follower.takeTime(at);
      if (ready) attachment.detach(ready);
    } catch (error) {
      attachment.detach(failed(error));
    }
    const turn = giveWay();
    if (turn) await turn;
  }
}

function passOne(attachment: Attachment, event: LoggedEvent): void {
  const { follower } = attachment;
  // It has missed an event, which it finds in the log.
  if (event.position !== follower.position + 1) return attachment.detach();
  follower.position = event.position;
  try {
    const ready = follower.take(event);
    if (ready) attachment.detach(ready);
  } catch (error) {
    attachment.detach(failed(error));
  }
}

async function failed(error: unknown): Promise<never> {
  throw error;
}
