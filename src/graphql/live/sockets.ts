import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { Failure } from '../../domain/failure.ts';
import type { Logger } from '../../platform/logger.ts';
import { bodyLimit, socketLimits } from '../request/limits.ts';
import { createDoor, type Door } from './connection-limits.ts';
import { createMessageReader } from './socket-messages.ts';
import { createProtocol, type Extra, type ProtocolServices } from './socket-protocol.ts';
import { createSocketOperations, type SocketOperations } from './socket-operations.ts';
import { closeWith, createSendWindow, restWhileBehind, sender } from './socket-stream.ts';
import { sweepSockets } from './socket-sweep.ts';

/** The WebSockets of `/graphql`: the protocol graphql-transport-ws. */
export interface Sockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Lets what was asked for be answered, tells everybody to go elsewhere (1001), and cuts who does not go. */
  close(): Promise<void>;
}

/** Close codes of RFC 6455 and its registry that the protocol leaves to us. */
const goingAway = 1001;
const internalError = 1011;

interface Services extends ProtocolServices {
  logger: Logger;
  /** The network that a request comes from. */
  networkOf(request: IncomingMessage): string;
}

/** Its types do not know of `closeTimeout` yet: milliseconds after which a client that was told to go is cut. */
const options = (): ServerOptions & { closeTimeout: number } => ({
  noServer: true,
  maxPayload: bodyLimit,
  perMessageDeflate: false,
  closeTimeout: socketLimits.farewell,
  handleProtocols: (offered) => (offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : false),
});

export function createSockets(services: Services): Sockets {
  const server = new WebSocketServer(options());
  const door = createDoor();
  const underWay = new Map<WebSocket, SocketOperations>();
  const attach = createAttach(services, door);
  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    door.enter(socket, request.socket, services.networkOf(request));
    underWay.set(socket, attach(socket, request));
    socket.once('close', () => underWay.delete(socket));
  });
  const stopSweeping = sweepSockets(server);
  return {
    upgrade(request, socket, head) {
      server.handleUpgrade(request, socket, head, (accepted) => void server.emit('connection', accepted, request));
    },
    async close() {
      server.close();
      for (const [socket, operations] of underWay) {
        void within(socketLimits.farewell, operations.finish()).then(() => closeWith(socket, goingAway, 'Going away'));
      }
      await gone(server);
      stopSweeping();
    },
  };
}

/** Connects the protocol to a socket, and returns what is under way on it. A slow client is read for slowly, and is itself read from slowly. */
function createAttach(services: Services, door: Door) {
  const { operate, logger } = services;
  const protocol = createProtocol(services, door);
  const tooMany = () => [
    operate.refuse(new Failure('RATE_LIMITED', 'There are too many subscriptions on this socket.')),
  ];
  return (socket: WebSocket, request: IncomingMessage): SocketOperations => {
    const extra: Extra = {
      socket,
      request,
      send: sender(socket),
      sendWindow: createSendWindow(socket, request.socket),
      operations: createSocketOperations(),
    };
    const failed = (err: unknown) => {
      logger.error({ err }, 'a message on a socket failed');
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
            restWhileBehind(socket, request.socket);
          });
        },
      },
      extra,
    );
    // A frame that breaks the protocol: the library has answered it with the close code it calls for.
    socket.on('error', (err) => logger.debug({ reason: err.message }, 'a socket failed'));
    socket.once('close', (code, reason) => void Promise.resolve(closed(code, reason.toString())).catch(failed));
    return extra.operations;
  };
}

/** Waits for something, and not longer than that. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, setTimeout(milliseconds, undefined, { signal: over.signal })]).finally(() => over.abort());
}

/** Resolves when all have gone, by themselves or because they were cut. */
function gone({ clients }: WebSocketServer): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!clients.size) resolve();
    };
    for (const socket of clients) socket.once('close', () => setImmediate(look));
    look();
  });
}
