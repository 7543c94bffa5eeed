import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** An HTTP server on loopback, whose answers can be replaced by path. */
export interface UpstreamServer extends AsyncDisposable {
  origin: string;
  /** Paths of the requests so far. */
  paths: string[];
  /** Answers at a path before the server does. */
  intercept(path: string, answer: Answer): void;
  /** Ends all interceptions. */
  restore(): void;
}

/** `answerOf` is called with the server's own address. */
export async function startServer(answerOf: (origin: string) => Answer | Promise<Answer>): Promise<UpstreamServer> {
  const intercepted = new Map<string, Answer>();
  const paths: string[] = [];
  let answer: Answer = (_, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://upstream');
    paths.push(pathname);
    const run = async (): Promise<void> => (intercepted.get(pathname) ?? answer)(request, response);
    void run().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answer = await answerOf(origin);
  return {
    origin,
    paths,
    intercept: (path, other) => void intercepted.set(path, other),
    restore: () => intercepted.clear(),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export const sendJson = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export const redirectTo = (response: ServerResponse, url: string | URL): void =>
  void response.writeHead(302, { location: String(url) }).end();
