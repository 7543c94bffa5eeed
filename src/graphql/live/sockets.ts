import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { Failure } from '../../domain/failure.ts';
import { logFailure } from '../../http/request-log.ts';
import type { Logger } from '../../platform/logger.ts';
import { bodyLimit, socketLimits } from '../context/limits.ts';
import { type ConnectionLimits, createConnectionLimits } from './connection-limits.ts';
import { createMessageReader } from './socket-messages.ts';
import { createProtocol, type Extra, type ProtocolServices } from './socket-protocol.ts';
import { createSocketOperations, type SocketOperations } from './socket-operations.ts';
import { closeWith, createSendWindow, pauseWhileBehind, sender } from './socket-stream.ts';
import { sweepSockets } from './socket-sweep.ts';

/** The WebSockets of `/graphql`: the protocol graphql-transport-ws. */
export interface Sockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Number of sockets. */
  size(): number;
  /** Lets queries and mutations end, closes all sockets with 1001, and cuts those that do not close in time. */
  close(): Promise<void>;
}

/** Close codes of RFC 6455 and its registry that graphql-ws leaves to the server. */
const goingAway = 1001;
const internalError = 1011;

interface Services extends ProtocolServices {
  logger: Logger;
  /** The network that a request comes from. */
  networkOf(request: IncomingMessage): string;
}

/** The types lack `closeTimeout`: how long a client has to answer the closing handshake (ms). */
const options = (): ServerOptions & { closeTimeout: number } => ({
  noServer: true,
  maxPayload: bodyLimit,
  perMessageDeflate: false,
  closeTimeout: socketLimits.closeTimeout,
  handleProtocols: (offered) => (offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : false),
});

export function createSockets(services: Services): Sockets {
  const server = new WebSocketServer(options());
  const limits = createConnectionLimits();
  const operationsOf = new Map<WebSocket, SocketOperations>();
  const attach = createAttach(services, limits);
  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    limits.add(socket, request.socket, services.networkOf(request));
    operationsOf.set(socket, attach(socket, request));
    socket.once('close', () => operationsOf.delete(socket));
  });
  const stopSweeping = sweepSockets(server);
  return {
    size: () => operationsOf.size,
    upgrade(request, socket, head) {
      server.handleUpgrade(request, socket, head, (accepted) => void server.emit('connection', accepted, request));
    },
    async close() {
      server.close();
      for (const [socket, operations] of operationsOf) {
        void within(socketLimits.closeTimeout, operations.finish()).then(() =>
          closeWith(socket, goingAway, 'Going away'),
        );
      }
      await allClosed(server);
      stopSweeping();
    },
  };
}

/** Connects graphql-ws to sockets. Returns the operations of a socket. */
function createAttach(services: Services, limits: ConnectionLimits) {
  const { executor, logger } = services;
  const protocol = createProtocol(services, limits);
  const tooMany = () => [executor.refuse(new Failure('RATE_LIMITED', 'Too many subscriptions on this socket.'))];
  return (socket: WebSocket, request: IncomingMessage): SocketOperations => {
    const extra: Extra = {
      socket,
      request,
      send: sender(socket),
      sendWindow: createSendWindow(socket, request.socket),
      operations: createSocketOperations(),
    };
    const failed = (err: unknown) => {
      logFailure(logger, 'graphql', err, {});
      closeWith(socket, internalError, 'Internal error');
    };
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: extra.send,
        close: (code = internalError, reason = '') => closeWith(socket, code, reason),
        onMessage: (receive) => {
          const read = createMessageReader({ ...extra, receive, tooMany });
          socket.on('message', (data: Buffer) => {
            read(data.toString()).catch(failed);
            pauseWhileBehind(socket, request.socket);
          });
        },
      },
      extra,
    );
    // An invalid frame, for example. ws has closed the socket with the code that it calls for.
    socket.on('error', (err) => logger.debug({ reason: err.message }, 'WebSocket: failed'));
    socket.once('close', (code, reason) => void Promise.resolve(closed(code, reason.toString())).catch(failed));
    return extra.operations;
  };
}

/** Waits for the work, at most so long. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, setTimeout(milliseconds, undefined, { signal: over.signal })]).finally(() => over.abort());
}

/** Resolves when all sockets have closed. */
function allClosed({ clients }: WebSocketServer): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!clients.size) resolve();
    };
    for (const socket of clients) socket.once('close', () => setImmediate(check));
    check();
  });
}
