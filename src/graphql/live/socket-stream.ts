import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { socketLimits } from '../request/limits.ts';

/** Sends a message. A promise when so much waits to be taken that the next one should wait, too. */
export type Send = (text: string) => Promise<void> | undefined;

export const sender =
  (socket: WebSocket): Send =>
  (text) => {
    if (socket.readyState !== socket.OPEN) return undefined;
    if (socket.bufferedAmount >= socketLimits.buffered) {
      return new Promise((resolve) => socket.send(text, () => resolve()));
    }
    socket.send(text);
    return undefined;
  };

/**
 * Room for one more message: undefined while little waits to be taken; otherwise the promise of a turn, one after the other, each when the client
 * has taken what waited. So what is held for a client is no more than that and one message, however many subscriptions it has.
 */
export function createSendWindow(socket: WebSocket, stream: Socket): () => Promise<void> | undefined {
  let last: Promise<void> | undefined;
  return () => {
    if (!last && socket.bufferedAmount < socketLimits.buffered) return undefined;
    const turn = (last ?? Promise.resolve()).then(() => drained(stream));
    last = turn;
    void turn.then(() => {
      if (last === turn) last = undefined;
    });
    return turn;
  };
}

/** Resolves when what was written is taken, or never will be. */
function drained(stream: Socket): Promise<void> | undefined {
  if (!stream.writableNeedDrain || stream.destroyed) return undefined;
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.once('drain', done).once('close', done);
  });
}

/** RFC 6455 §5.5: bytes of a reason. */
const reasonLimit = 123;

/** Closes a socket, with as many whole characters of the reason as may be said. */
export const closeWith = (socket: WebSocket, code: number, reason: string): void =>
  socket.close(code, new TextDecoder().decode(Buffer.from(reason).subarray(0, reasonLimit), { stream: true }));

/**
 * Reads nothing more from a client that does not take its answers, until it has taken them. Asked when a message has come, and not when one is
 * sent: so that of a client which is told much, and takes it, something is read each time.
 */
export function restWhileBehind(socket: WebSocket, stream: Socket): void {
  if (!stream.writableNeedDrain || socket.isPaused || socket.readyState !== socket.OPEN) return;
  socket.pause();
  stream.once('drain', () => socket.resume());
}
