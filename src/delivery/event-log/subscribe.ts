import type { Clock } from '../../platform/clock.ts';
import { giveWay } from '../../platform/admission/token-requests.ts';
import type { LoggedEvent, PositionedEvent } from '../../store/logged-event.ts';
import { CursorExpired, page, type ReadLog, type Subscriber } from './reader.ts';
import type { Follower, Tailer } from './tailer.ts';

/** The events of a subscriber, in commit order. */
export type LivePayload =
  | { kind: 'event'; event: PositionedEvent }
  /**
   * All events that were committed before the subscription began have been sent: those after `from`, which is undefined
   * if it starts with new ones, up to this position. Sent once. It began at this time.
   */
  | { kind: 'caughtUp'; position: number; from: number | undefined; at: Date }
  /**
   * Events after the requested position were removed, or the position is of another log; or the log has lost events
   * that were sent. The last message.
   */
  | { kind: 'cursorExpired' };

/** Receives a payload. Returns a promise if the next one must wait for it. */
export type Send<Payload> = (payload: Payload) => Promise<void> | undefined;

export interface Subscription extends Subscriber {
  /** Position after which to start; undefined to start with what happens from now on. */
  after?: number | undefined;
  /** Called for each event when it is sent, so permissions may change meanwhile. */
  filter(event: PositionedEvent): boolean;
  /**
   * Called after each read of the log when what was read was sent. Returns a promise if the next message must wait for
   * it.
   */
  onRead?(read: ReadOfLog): Promise<void> | undefined;
}

/** A read of the log up to a position. */
export interface ReadOfLog {
  position: number;
  /** Everything that was committed before this time is in it; null if there is more. */
  at: Date | null;
}

interface LogServices {
  clock: Clock;
  tailer: Tailer;
  read: ReadLog;
  /** Position of the last event, including everything that was committed before the call. */
  head(): Promise<number>;
}

/**
 * Sends the events after a position, without gaps or duplicates, until the signal aborts. Rejects when `send` fails.
 */
export async function subscribe(
  services: LogServices,
  { after, filter, onRead, ...subscriber }: Subscription,
  send: Send<LivePayload>,
): Promise<void> {
  const { history } = services.tailer;
  const at = services.clock.now();
  const head = await services.head();
  // A position is only sent after it was committed together with the head. So this one is of another installation, or
  // of events that a restored backup lacks.
  if (after !== undefined && after > head) return send({ kind: 'cursorExpired' });
  const catchUp = (): Promise<void> | undefined => send({ kind: 'caughtUp', position: head, from: after, at });
  const take = (event: LoggedEvent): Promise<void> | undefined => {
    const sending = filter(event) ? send({ kind: 'event', event }) : undefined;
    if (event.position !== head) return sending;
    return sending ? sending.then(catchUp) : catchUp();
  };
  const follower: Follower = { position: after ?? head, take };
  if (onRead) follower.takeTime = (time) => onRead({ position: follower.position, at: time });
  try {
    if (follower.position === head) await catchUp();
    await follow(services, follower, { ...subscriber, history });
  } catch (error) {
    if (!(error instanceof CursorExpired)) throw error;
    await send({ kind: 'cursorExpired' });
  }
}

/**
 * Reads from the buffer that all followers share, and from the log if it is behind the buffer; at the end, waits for
 * the tailer. So a slow follower delays no other, and holds at most a page.
 */
async function follow(
  { tailer, read }: LogServices,
  follower: Follower,
  { history, ...subscriber }: Subscriber & { history: number },
): Promise<void> {
  const { signal } = subscriber;
  const leave = tailer.join('subscriber');
  try {
    while (!signal.aborted) {
      if (tailer.history !== history) throw new CursorExpired();
      const { position } = follower;
      const events = tailer.buffer?.after(position, page) ?? (await read(position, subscriber));
      if (!events.length) {
        await tailer.attach(follower, signal);
        continue;
      }
      // Shifted, so that a paused follower does not hold what it has taken.
      for (let event = events.shift(); event && !signal.aborted; event = events.shift()) {
        follower.position = event.position;
        await follower.take(event);
        await giveWay();
      }
      if (!signal.aborted) await follower.takeTime?.(null);
    }
  } finally {
    leave();
  }
}
