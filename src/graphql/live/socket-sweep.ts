import type { IncomingMessage } from 'node:http';
import type { WebSocket, WebSocketServer } from 'ws';
import { socketLimits } from '../context/limits.ts';

/** Close code in the registry of RFC 6455. */
export const tryAgainLater = 1013;

/** At each heartbeat, cuts clients that do not answer pings, and closes those that read nothing of what is unsent. */
export function sweepSockets(server: WebSocketServer): () => void {
  const streams = new WeakMap<WebSocket, IncomingMessage['socket']>();
  server.on('connection', (socket: WebSocket, { socket: stream }: IncomingMessage) => void streams.set(socket, stream));
  const unanswered = new WeakSet<WebSocket>();
  /** Bytes written until the last heartbeat to clients that had unsent data then. */
  const writtenBefore = new WeakMap<WebSocket, number>();
  const timer = setInterval(() => {
    for (const socket of server.clients) {
      const { bytesWritten = 0, writableLength = 0 } = streams.get(socket) ?? {};
      const written = bytesWritten - writableLength;
      const isBehind = writableLength > 0;
      const wasBehind = writtenBefore.has(socket);
      // A ping waits behind unsent data, so a client that is behind only has to read some of it. One that has caught up
      // since the last heartbeat may have received the ping just now, and gets another one.
      if (isBehind && writtenBefore.get(socket) === written) {
        socket.close(tryAgainLater, 'Too slow: continue with your last cursor');
      } else if (unanswered.has(socket) && !isBehind && !wasBehind) socket.terminate();
      else ping(socket, unanswered);
      if (isBehind) writtenBefore.set(socket, written);
      else writtenBefore.delete(socket);
    }
  }, socketLimits.heartbeat);
  timer.unref();
  return () => clearInterval(timer);
}

function ping(socket: WebSocket, unanswered: WeakSet<WebSocket>): void {
  if (!unanswered.has(socket)) socket.once('pong', () => unanswered.delete(socket));
  unanswered.add(socket);
  socket.ping();
}
