import { once } from 'node:events';
import { Agent, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { bindServer, type HttpServer } from '../../src/server/server.ts';

const open: HttpServer[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close(0))));

/** A server that passes the first response to the test instead of sending it. */
async function serve() {
  const arrived = Promise.withResolvers<ServerResponse>();
  const server = await bound();
  server.serve({ dispatch: (_request, response) => arrived.resolve(response), upgrade: async () => undefined });
  return { server, url: `http://127.0.0.1:${server.port}`, arrived: arrived.promise };
}

async function bound(): Promise<HttpServer> {
  const server = await bindServer(0, '127.0.0.1');
  open.push(server);
  return server;
}

describe('a server without handlers', () => {
  it('is alive, and responds with 503 to everything else', async () => {
    const server = await bound();
    const url = `http://127.0.0.1:${server.port}`;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    for (const path of ['/readyz', '/graphql', '/oidc/token']) {
      const response = await fetch(url + path, { method: path === '/readyz' ? 'GET' : 'POST' });
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    }
  });

  it('reports that its port is in use', async () => {
    const server = await bound();
    await expect(bindServer(server.port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('draining', () => {
  it('answers on new and kept connections, and asks the client to close them', async () => {
    const server = await bound();
    server.serve({ dispatch: (_request, response) => void response.end('done'), upgrade: async () => undefined });
    const url = `http://127.0.0.1:${server.port}/`;
    const answer = async () => {
      const response = await fetch(url);
      return [await response.text(), response.headers.get('connection')];
    };
    await expect(answer()).resolves.toEqual(['done', 'keep-alive']);
    server.drain();
    expect(server.isDraining()).toBe(true);
    await expect(answer()).resolves.toEqual(['done', 'close']);
    await expect(answer()).resolves.toEqual(['done', 'close']);
  });
});

describe('closing', () => {
  it('completes requests in progress, accepts no new connections, and ends idle ones at once', async () => {
    const { server, url, arrived } = await serve();
    const agent = new Agent({ keepAlive: true });
    const silent = connect(server.port, '127.0.0.1');
    await once(silent, 'connect');
    const pending = httpRequest(`${url}/graphql`, { agent }).end();
    const answer = await arrived;

    const closing = server.close();
    expect(server.isDraining()).toBe(true);
    await once(silent, 'close');
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
    answer.end('done');
    const [response] = (await once(pending, 'response')) as [IncomingMessage];
    await expect(text(response)).resolves.toBe('done');
    // The client would keep its connection for the next request, which the server does not wait for.
    const before = performance.now();
    await closing;
    expect(performance.now() - before).toBeLessThan(2000);
    agent.destroy();
  });

  it('ends requests in progress after the timeout', async () => {
    const { server, url, arrived } = await serve();
    const outcome = fetch(`${url}/graphql`).catch((error: unknown) => error);
    await arrived;
    await server.close(100);
    await expect(outcome).resolves.toBeInstanceOf(TypeError);
  });

  it('can be repeated', async () => {
    const { server } = await serve();
    await Promise.all([server.close(), server.close()]);
    await expect(server.close()).resolves.toBeUndefined();
  });
});
