import { type AddressInfo, connect } from 'node:net';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { createPages, type HttpEnv } from '../../src/http/pages.ts';
import { createLogger } from '../../src/platform/logger.ts';

let close = () => {};
afterEach(() => close());

/** Pages with one form, whose handler tells when it has failed. */
async function startPages(lines: string[]) {
  const failed = Promise.withResolvers<void>();
  const form = new Hono<HttpEnv>().post('/form', async (context) => {
    try {
      return context.json(await context.req.parseBody());
    } catch (error) {
      setImmediate(() => failed.resolve());
      throw error;
    }
  });
  const faulty = new Hono<HttpEnv>().get('/faulty', () => {
    throw new Error('the reason, which is private');
  });
  const logger = createLogger('error', { write: (line) => void lines.push(line) });
  const pages = createPages([form, faulty], logger);
  const server = createServer((request, response) => void pages(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => void server.close();
  return { port: (server.address() as AddressInfo).port, failed: failed.promise };
}

test('someone who goes away while sending a form is no error in the log', async () => {
  const lines: string[] = [];
  const { port, failed } = await startPages(lines);
  const socket = connect(port, '127.0.0.1');
  const head =
    'POST /form HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\n';
  socket.write(`${head}identifier=a`, () => socket.destroy());
  await failed;
  expect(lines).toEqual([]);
});

test('a page that fails is logged with its reason, which the answer does not tell', async () => {
  const lines: string[] = [];
  const { port } = await startPages(lines);
  const response = await fetch(`http://127.0.0.1:${port}/faulty`);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('private');
  expect(lines.join()).toContain('the reason, which is private');
});
