import { request as httpRequest } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindServer, type HttpServer } from '../../src/http/server.ts';
import { everything, type Rest, startRest } from './api.ts';

/** Milliseconds that a whole request may take; the usual 30 s would take too long here. */
const requestTimeout = 300;
let rest: Rest;
let server: HttpServer;
beforeAll(async () => {
  rest = await startRest(() => ({ patience: { bytes: 16, time: 250 } }));
  server = await bindServer(0, '127.0.0.1', { requestTimeout, headersTimeout: 200, connectionsCheckingInterval: 30 });
  server.serve({ dispatch: (...asked) => void rest.listener(...asked), upgrade: () => Promise.resolve() });
});
afterAll(async () => {
  await server.close(0);
  await rest[Symbol.asyncDispose]();
});

/** Sends the pieces one after the other, and ends the request unless told otherwise. */
async function sendSlowly(path: string, type: string, { pieces, pause, ends = true }: Slowly) {
  const answered = Promise.withResolvers<{ status: number; text: string; isWhole: boolean }>();
  const headers = { 'content-type': type, authorization: `Bearer ${everything}` };
  const sent = httpRequest({ port: server.port, host: '127.0.0.1', path, method: 'POST', headers }, (response) => {
    let text = '';
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    response.on('close', () =>
      answered.resolve({ status: response.statusCode ?? 0, text, isWhole: response.complete }),
    );
  });
  sent.on('error', () => answered.resolve({ status: 0, text: '', isWhole: false }));
  for (const piece of pieces) {
    sent.write(piece);
    await setTimeout(pause);
  }
  if (ends) sent.end();
  return answered.promise;
}
interface Slowly {
  pieces: readonly string[];
  pause: number;
  ends?: boolean;
}

const importing = ['/api/users/import', 'application/x-ndjson'] as const;
const people = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `{"username":"${name}${index}"}\n`);

describe('a request that comes slowly', () => {
  it('is answered with 408 when it takes too long as a whole', async () => {
    const pieces = ['{', ...Array.from({ length: 20 }, () => ' ')];
    const { status } = await sendSlowly('/api/users', 'application/json', { pieces, pause: 50, ends: false });
    expect([0, 408]).toContain(status);
    expect(await rest.kernel.database.prisma.user.count()).toBe(0);
  });

  it('may take as long as it likes when it is an import that goes on', async () => {
    const answer = await sendSlowly(...importing, { pieces: people('slow', 15), pause: 60 });
    expect([answer.status, answer.isWhole]).toEqual([200, true]);
    expect(JSON.parse(answer.text)).toEqual({ read: 15, created: 15, failed: 0, done: true });
  });

  it.each([
    ['nothing', 0, 1],
    ['a byte at a time', 20, 40],
  ])('is ended when it is an import of which %s comes', async (_what, pause, times) => {
    const pieces = [...people('stalled', 1), ...Array.from({ length: times }, () => ' ')];
    const answer = await sendSlowly(...importing, { pieces, pause: Math.max(pause, 1), ends: false });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text.trim().split('\n').at(-1) ?? '')).toEqual({
      failure: { code: 'BAD_USER_INPUT', detail: 'The rest does not come, or too slowly.' },
    });
    expect(rest.logged).toEqual([]);
  });

  it('of the next request on the same connection is refused as ever', async () => {
    const { connect } = await import('node:net');
    const socket = connect(server.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    const head = (length: number, path: string) =>
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${everything}\r\ncontent-type: application/x-ndjson\r\ncontent-length: ${length}\r\n\r\n`;
    const line = '{"username":"kept"}\n';
    socket.write(head(line.length, importing[0]) + line);
    while (!text.includes('"done":true')) await setTimeout(10);
    socket.write(`${head(100, '/api/users')}{`);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text).toMatch(/"done":true[^]*HTTP\/1\.1 408 Request Timeout/);
  });
});
