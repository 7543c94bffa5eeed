import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Send } from '../../delivery/event-log/subscribe.ts';
import { socketLimits } from '../context/limits.ts';

/** Sends to a socket. Above the limit of unsent bytes, the promise of a message resolves when it was written. */
export const sender =
  (socket: WebSocket): Send<string> =>
  (text) => {
    if (socket.readyState !== socket.OPEN) return undefined;
    if (socket.bufferedAmount >= socketLimits.unsentBytes) {
      return new Promise((resolve) => socket.send(text, () => resolve()));
    }
    socket.send(text);
    return undefined;
  };

/**
 * Whether one more message may be sent: undefined while little is unsent, otherwise a promise. These promises resolve
 * one after the other, each when the client has read what was unsent. So the unsent data of a client is bounded by the
 * limit and one message, however many subscriptions it has.
 */
export function createSendWindow(socket: WebSocket, stream: Socket): () => Promise<void> | undefined {
  let last: Promise<void> | undefined;
  return () => {
    if (!last && socket.bufferedAmount < socketLimits.unsentBytes) return undefined;
    const turn = (last ?? Promise.resolve()).then(() => drained(stream));
    last = turn;
    void turn.then(() => {
      if (last === turn) last = undefined;
    });
    return turn;
  };
}

/** Resolves when everything was written, or the connection has closed. */
function drained(stream: Socket): Promise<void> | undefined {
  if (!stream.writableNeedDrain || stream.destroyed) return undefined;
  return new Promise((resolve) => {
    const settle = () => {
      stream.off('drain', settle).off('close', settle);
      resolve();
    };
    stream.once('drain', settle).once('close', settle);
  });
}

/** RFC 6455 §5.5: a control frame has 125 bytes, two of which are the code. */
const reasonLimit = 123;

/** Closes a socket. A long reason is cut between two characters. */
export const closeWith = (socket: WebSocket, code: number, reason: string): void =>
  socket.close(code, new TextDecoder().decode(Buffer.from(reason).subarray(0, reasonLimit), { stream: true }));

/**
 * Stops reading from a client that does not read its responses, until it has. Called for each received message rather
 * than for each sent one, so that a client with many events that does read them is also read from.
 */
export function pauseWhileBehind(socket: WebSocket, stream: Socket): void {
  if (!stream.writableNeedDrain || socket.isPaused || socket.readyState !== socket.OPEN) return;
  socket.pause();
  stream.once('drain', () => socket.resume());
}
