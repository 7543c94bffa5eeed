import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isExemptFromRequestTimeout } from '../http/body.ts';
import { isHealthCheck } from './probes.ts';
import { problem, sendProblem } from '../http/problem.ts';

/** The HTTP server. The port is bound before anything else starts, so that a port in use is detected first. */
export interface HttpServer {
  /** The port that was bound. */
  port: number;
  /** Starts to answer requests. Before that they get 503, and /healthz 200. */
  serve(answering: Answering): void;
  /** Still accepts requests, but asks clients to close their connections, so that few are open at the end. */
  drain(): void;
  /** True after `drain` or `close` was called. */
  isDraining(): boolean;
  /** Accepts no more connections, waits `grace` milliseconds for requests in progress, then closes all connections. */
  close(grace?: number): Promise<void>;
}

/** The listeners of requests. */
interface Answering {
  dispatch(request: IncomingMessage, response: ServerResponse): void;
  /** Handles a WebSocket upgrade at `/graphql`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
}

const options = {
  // 10 s for the head of a request and 30 s for all of it; then 408.
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  // Longer than the 60 s of common proxies, so that they close idle connections and never send a request on a closed
  // one.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  // `accepts` requires it instead.
  requireHostHeader: false,
  // Any other upgrade (HTTP/2, or a WebSocket elsewhere) is ignored, as RFC 9110 §7.8 allows.
  shouldUpgradeCallback: ({ url = '', headers: { upgrade } }: IncomingMessage) =>
    upgrade?.toLowerCase() === 'websocket' && /^\/graphql(\?|$)/.test(url),
};

/** Milliseconds that replace the defaults. */
type Limits = Partial<Pick<typeof options, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>>;

/** Binds the port. Rejects with the error of the system (EADDRINUSE, EACCES, EADDRNOTAVAIL …). */
export async function bindServer(port: number, host: string, limits: Limits = {}): Promise<HttpServer> {
  let answering: Answering = { dispatch: answerWhileStarting, upgrade: refuseUpgrade };
  let draining = false;
  const server = createServer({ ...options, ...limits }, (request, response) => {
    if (draining) response.setHeader('connection', 'close');
    if (accepts(request)) answering.dispatch(request, response);
    else sendProblem(response, noHost, { connection: 'close' });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    answering.upgrade(request, socket, head).catch(() => socket.destroy());
  });
  server.on('clientError', refuse);
  const sockets = trackSockets(server);
  server.listen({ port, host });
  await once(server, 'listening');
  return {
    port: portOf(server),
    serve: (handler) => {
      answering = handler;
    },
    drain: () => {
      draining = true;
    },
    isDraining: () => draining,
    close: async (grace = 10_000) => {
      draining = true;
      await closeAll(server, sockets, grace);
    },
  };
}

const noHost = problem(400, { detail: 'The header Host is required.' });

/**
 * RFC 9112 §3.2 requires the header Host from HTTP/1.1 on. Load balancers check health without it, and nothing in those
 * responses depends on it.
 */
const accepts = ({ headers, httpVersion, url = '' }: IncomingMessage): boolean =>
  headers.host !== undefined || httpVersion === '1.0' || isHealthCheck(url.replace(/\?.*$/s, ''));

/** Milliseconds for a client to read the response to a malformed or late request, before its connection is closed. */
const lingerTimeout = 1000;

/** Status lines for malformed or late requests by error code; 400 for all other codes. */
const refusals: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Like the default handler of Node.js, except for requests with a timeout of their own, which it reports only once. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: ServerResponse | null }): void {
  const { code = '' } = error;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isExemptFromRequestTimeout(socket)) return;
  if (!socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy(error);
    return;
  }
  // Closing a socket with unread data resets the connection, and the client could lose the response. So the server
  // stops reading, ends its side, and closes a moment later.
  socket.pause();
  socket.end(`HTTP/1.1 ${refusals[code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
  setTimeout(() => socket.destroy(error), lingerTimeout).unref();
}

function answerWhileStarting(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/healthz') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    return;
  }
  response.setHeader('retry-after', '1');
  sendProblem(response, problem(503, { detail: 'The platform is starting.' }));
}

const refuseUpgrade: Answering['upgrade'] = async (_request, socket) => void socket.destroy();

function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

async function closeAll(server: Server, sockets: ReadonlySet<Socket>, grace: number): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  const sweep = setInterval(closeIdle, 50, server, sockets);
  const cut = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

// Repeated, because a busy connection stays open for its next request. Node.js treats a connection without any request,
// which browsers open in advance, as busy.
function closeIdle(server: Server, sockets: ReadonlySet<Socket>): void {
  server.closeIdleConnections();
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
