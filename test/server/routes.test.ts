import { type AddressInfo, connect } from 'node:net';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { combineRoutes, type HttpEnv } from '../../src/server/routes.ts';
import { createLogger } from '../../src/platform/logger.ts';

let close = () => {};
afterEach(() => close());

async function startPages(lines: string[]) {
  const faulty = new Hono<HttpEnv>().get('/faulty', () => {
    throw new Error('the reason, which is private');
  });
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const pages = combineRoutes([faulty], logger);
  const server = createServer((request, response) => void pages(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => void server.close();
  return { port: (server.address() as AddressInfo).port, server };
}

test('a body of unknown length to an address that does not exist is a 404, and nothing is logged', async () => {
  const lines: string[] = [];
  const { port } = await startPages(lines);
  const chunked = (path: string, method: string, body: Buffer) =>
    new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest({ port, path, method, headers: { 'transfer-encoding': 'chunked' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on('error', reject).end(body);
    });
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'GET', 'TRACE']) {
    for (const path of ['/', '/nothing', '//oidc/token', '/%', '/faulty/']) {
      expect([method, path, await chunked(path, method, Buffer.from('a=b'))]).toEqual([method, path, 404]);
    }
  }
  expect(await chunked('/nothing', 'POST', Buffer.alloc(100_000))).toBe(404);
  expect(lines).toEqual([]);
});

test('a client that disconnects while it sends a body causes no log entry', async () => {
  const lines: string[] = [];
  const { port, server } = await startPages(lines);
  const closed = new Promise<void>((resolve) => {
    server.once('connection', (socket) => void socket.once('close', () => resolve()));
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n', () =>
    socket.destroy(),
  );
  await closed;
  expect(lines).toEqual([]);
});

test('a page that fails is logged with its error, which the response does not contain', async () => {
  const lines: string[] = [];
  const { port } = await startPages(lines);
  const response = await fetch(`http://127.0.0.1:${port}/faulty`);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('private');
  expect(lines.join()).toContain('the reason, which is private');
});
