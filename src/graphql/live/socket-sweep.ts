import type { IncomingMessage } from 'node:http';
import type { WebSocket, WebSocketServer } from 'ws';
import { socketLimits } from '../request/limits.ts';

/** Close code of RFC 6455's registry. */
export const tryAgainLater = 1013;

/** Looks at all sockets now and then: who does not answer is gone, who takes nothing for too long is told to come back with its cursor. */
export function sweepSockets(server: WebSocketServer): () => void {
  const streams = new WeakMap<WebSocket, IncomingMessage['socket']>();
  server.on('connection', (socket: WebSocket, { socket: stream }: IncomingMessage) => void streams.set(socket, stream));
  const silent = new WeakSet<WebSocket>();
  /** Bytes that those had taken by the last look who have not taken everything. */
  const takenBefore = new WeakMap<WebSocket, number>();
  const timer = setInterval(() => {
    for (const socket of server.clients) {
      const { bytesWritten = 0, writableLength = 0 } = streams.get(socket) ?? {};
      const taken = bytesWritten - writableLength;
      const waits = writableLength > 0;
      const waited = takenBefore.has(socket);
      // For whom something waits does not answer in time: what counts then is whether it takes any of that. These words wait
      // behind it. Who has taken all of it since then had the question just now: it is asked again.
      if (waits && takenBefore.get(socket) === taken) {
        socket.close(tryAgainLater, 'Too slow: go on with your last cursor');
      } else if (silent.has(socket) && !waits && !waited) socket.terminate();
      else ask(socket, silent);
      if (waits) takenBefore.set(socket, taken);
      else takenBefore.delete(socket);
    }
  }, socketLimits.heartbeat);
  timer.unref();
  return () => clearInterval(timer);
}

/** Whoever answers is there. */
function ask(socket: WebSocket, silent: WeakSet<WebSocket>): void {
  if (!silent.has(socket)) socket.once('pong', () => silent.delete(socket));
  silent.add(socket);
  socket.ping();
}
