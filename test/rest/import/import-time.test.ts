import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bindServer, type HttpServer } from '../../../src/server/server.ts';
import { perFile } from '../../support/per-file.ts';
import { everything, startRest } from '../api.ts';
import { until } from '../../support/until.ts';

/** Milliseconds for a whole request, instead of 30 s. */
const requestTimeout = 2000;
/** The test decides when time passes. */
const clientRate = { bytesPerSecond: 16, tolerance: 1000 };
const rest = perFile(() => startRest(() => ({ clientRate })));
let server: HttpServer;
/** The server's connections, by the client's port. */
const streams = new Map<number | undefined, Socket>();
beforeAll(async () => {
  const limits = { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: 30 };
  server = await bindServer(0, '127.0.0.1', limits);
  server.serve({ dispatch: (...target) => void rest.listener(...target), upgrade: () => Promise.resolve() });
  const accepted = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    streams.set(socket.remotePort, socket);
  };
  channel('net.server.socket').subscribe(accepted);
  return () => channel('net.server.socket').unsubscribe(accepted);
});
afterAll(() => server.close(0));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A request that is sent in pieces, and its response so far. */
async function begin(path: string, type: string) {
  const headers = { 'content-type': type, authorization: `Bearer ${everything}` };
  const sent = httpRequest({ port: server.port, host: '127.0.0.1', path, method: 'POST', headers });
  const answer = { status: 0, text: '', isWhole: false, isOver: false };
  sent.on('error', () => (answer.isOver = true));
  sent.on('response', (response) => {
    answer.status = response.statusCode ?? 0;
    response.on('data', (chunk: Buffer) => (answer.text += chunk.toString()));
    response.on('error', () => undefined);
    response.on('close', () => Object.assign(answer, { isWhole: response.complete, isOver: true }));
  });
  sent.flushHeaders();
  const [socket] = (await once(sent, 'socket')) as [Socket];
  /** Resolves when the server has read it. */
  const send = async (piece: string): Promise<void> => {
    sent.write(piece);
    await setImmediate();
    await until(() => answer.isOver || streams.get(socket.localPort)?.bytesRead === socket.bytesWritten);
  };
  return { answer, send, end: () => void sent.end(), over: () => until(() => answer.isOver) };
}

/** An import whose response has begun: from then on its progress is checked. */
async function beginImport() {
  const begun = await begin('/api/users/import', 'application/x-ndjson');
  await until(() => begun.answer.status > 0 || begun.answer.isOver);
  return begun;
}
/** The status of a request that never ends: it sends one blank after another. */
async function neverEnds(): Promise<number> {
  const { answer, send } = await begin('/api/users', 'application/json');
  await send('{');
  while (!answer.isOver) await send(' ');
  return answer.status;
}

describe('a slow request', () => {
  it('gets a 408 if it exceeds the time limit of a whole request', async () => {
    expect(await neverEnds()).toBe(408);
    expect(await rest.kernel.database.prisma.user.count()).toBe(0);
  });

  it('has no time limit if it is an import that makes progress', async () => {
    const { answer, send, end, over } = await beginImport();
    for (let count = 0; count < 15; count++) {
      await send(`{"username":"slow${count}"}\n`);
      vi.advanceTimersByTime(clientRate.tolerance * 0.9);
      // Longer than the time limit of a whole request.
      if (count === 7) expect(await neverEnds()).toBe(408);
    }
    end();
    await over();
    expect([answer.status, answer.isWhole]).toEqual([200, true]);
    expect(JSON.parse(answer.text)).toEqual({ read: 15, created: 15, failed: 0, done: true });
  });

  const tooSlow = 'The upload is too slow: it must have at least 16 bytes per second on average, after 1 seconds.';
  it.each([
    ['nothing', ''],
    ['a byte at a time', ' '],
  ])('ends if it is an import that receives %s', async (_what, piece) => {
    const { answer, send } = await beginImport();
    await send('{"username":"stalled"}\n');
    while (!answer.isOver) {
      await send(piece);
      vi.advanceTimersByTime(clientRate.tolerance / 10);
    }
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text.trim().split('\n').at(-1) ?? '')).toEqual({
      failure: { code: 'BAD_USER_INPUT', message: tooSlow },
    });
    expect(rest.logged).toEqual([]);
  });

  it('gets a 408 after an import on the same connection', async () => {
    const { connect } = await import('node:net');
    const socket = connect(server.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    const head = (length: number, path: string) =>
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${everything}\r\ncontent-type: application/x-ndjson\r\ncontent-length: ${length}\r\n\r\n`;
    const line = '{"username":"kept"}\n';
    socket.write(head(line.length, '/api/users/import') + line);
    await until(() => text.includes('"done":true'));
    socket.write(`${head(100, '/api/users')}{`);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text).toMatch(/"done":true[^]*HTTP\/1\.1 408 Request Timeout/);
  });
});
