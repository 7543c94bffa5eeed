import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { CloseCode, GRAPHQL_TRANSPORT_WS_PROTOCOL, makeServer } from 'graphql-ws';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { Failure } from '../domain/failure.ts';
import type { Logger } from '../platform/logger.ts';
import { bodyLimit, socketLimits } from './limits.ts';
import type { LiveAccess, LiveSession } from './live-access.ts';
import type { Operate } from './operate.ts';
import { refuseUpgrade, restWhileBehind, type Send, sender } from './socket-stream.ts';
import { sweepSockets, tryAgainLater } from './socket-sweep.ts';

/** The WebSockets of `/graphql`: the protocol graphql-transport-ws. */
export interface Sockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Tells everybody to go elsewhere (1001), and cuts who does not go. */
  close(): Promise<void>;
}

interface Extra {
  socket: WebSocket;
  send: Send;
  session?: LiveSession;
}

/** Close codes of RFC 6455 and its registry that the protocol leaves to us. */
const goingAway = 1001;
const internalError = 1011;

interface Services {
  operate: Operate;
  access: LiveAccess;
  logger: Logger;
}

/** Its types do not know of `closeTimeout` yet: milliseconds after which a client that was told to go is cut. */
const options = (): ServerOptions & { closeTimeout: number } => ({
  noServer: true,
  maxPayload: bodyLimit,
  perMessageDeflate: false,
  closeTimeout: socketLimits.farewell,
  handleProtocols: (offered) => (offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : false),
});

export function createSockets({ operate, access, logger }: Services): Sockets {
  const server = new WebSocketServer(options());
  const ofCaller = new Map<string, number>();
  /** Of whom it is not known yet who they are. */
  const strangers = new Set<WebSocket>();
  const protocol = makeServer<{ authorization?: unknown }, Extra>({
    connectionInitWaitTimeout: socketLimits.initialisation,
    onConnect: async ({ connectionParams, extra }) => {
      const session = await open(access, connectionParams?.authorization);
      if (!session) return false;
      if (!admit(ofCaller, session, extra.socket)) return false;
      strangers.delete(extra.socket);
      extra.session = session;
      session.until.addEventListener('abort', () => dismiss(extra.socket, session.until.reason));
      return true;
    },
    onSubscribe: ({ extra, subscriptions }, id, params) => {
      if (Object.keys(subscriptions).length > socketLimits.subscriptions) {
        return [operate.refuse(new Failure('RATE_LIMITED', 'There are too many subscriptions on this socket.'))];
      }
      return operate.prepare(params, extra.session as LiveSession, nextMessages(extra, id));
    },
    execute: operate.execute,
    subscribe: operate.subscribe,
  });
  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    strangers.add(socket);
    socket.once('close', () => strangers.delete(socket));
    attach(protocol, { socket, stream: request.socket }, logger);
  });
  const stopSweeping = sweepSockets(server);
  return {
    upgrade(request, socket, head) {
      if (strangers.size >= socketLimits.strangers) return refuseUpgrade(socket);
      server.handleUpgrade(request, socket, head, (accepted) => void server.emit('connection', accepted, request));
    },
    async close() {
      for (const socket of server.clients) socket.close(goingAway, 'Going away');
      await gone(server);
      stopSweeping();
      server.close();
    },
  };
}

async function open(access: LiveAccess, authorization: unknown): Promise<LiveSession | undefined> {
  try {
    return await access.open(typeof authorization === 'string' ? authorization : null);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/**
 * Counts a caller's sockets, and ends the session with the socket. False when the caller has as many as it may, or left while its token was looked
 * at: then nobody would end what begins now.
 */
function admit(ofCaller: Map<string, number>, session: LiveSession, socket: WebSocket): boolean {
  const caller = session.actor.id ?? '';
  const before = ofCaller.get(caller) ?? 0;
  const isHere = socket.readyState === socket.OPEN;
  if (!isHere || before >= socketLimits.perCaller) {
    session.end();
    socket.close(tryAgainLater, 'Too many sockets of one caller');
    return false;
  }
  ofCaller.set(caller, before + 1);
  socket.once('close', () => {
    session.end();
    const left = (ofCaller.get(caller) ?? 1) - 1;
    if (left) ofCaller.set(caller, left);
    else ofCaller.delete(caller);
  });
  return true;
}

// RFC 6455 §5.5: 123 bytes of reason at most.
const dismiss = (socket: WebSocket, reason: unknown): void =>
  socket.close(CloseCode.Forbidden, reason instanceof Failure ? reason.message.slice(0, 120) : 'Forbidden');

/** The messages "next" of one subscription, whose payload is text already. */
function nextMessages({ send }: Extra, id: string): Send {
  const head = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  return (payload) => send(`${head}${payload}}`);
}

/** Connects the protocol to one socket. A slow client is read for slowly, and is itself read from slowly. */
function attach(
  protocol: ReturnType<typeof makeServer<never, Extra>>,
  { socket, stream }: { socket: WebSocket; stream: IncomingMessage['socket'] },
  logger: Logger,
): void {
  const send = sender(socket);
  const failed = (err: unknown) => {
    logger.error({ err }, 'a message on a socket failed');
    socket.close(internalError, 'Internal error');
  };
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send,
      close: (code, reason) => socket.close(code, reason),
      onMessage: (receive) => {
        socket.on('message', (data: Buffer) => {
          void receive(data.toString()).catch(failed);
          restWhileBehind(socket, stream);
        });
      },
    },
    { socket, send },
  );
  // A frame that breaks the protocol: the library has answered it with the close code it calls for.
  socket.on('error', (err) => logger.debug({ reason: err.message }, 'a socket failed'));
  socket.once('close', (code, reason) => void Promise.resolve(closed(code, reason.toString())).catch(failed));
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
