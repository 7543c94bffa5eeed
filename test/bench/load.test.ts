import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type Answer, createAnswerReader } from '../../bench/shared/load/answers.ts';
import { startGenerator } from '../../bench/shared/load/control.ts';
import { packRequests, unpackRequests } from '../../bench/shared/load/requests.ts';
import { runLoad } from '../../bench/shared/load/run.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

it('responses are found however the bytes are cut', () => {
  const bytes = Buffer.from(
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello' +
      'HTTP/1.1 400 Bad Request\r\nx: y\r\ncontent-length: 0\r\n\r\n' +
      'HTTP/1.1 204 No Content\r\nx: y\r\n\r\n' +
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx: y\r\n\r\n\r\n',
  );
  for (let size = 1; size <= bytes.length; size += 1) {
    const answers: Answer[] = [];
    const read = createAnswerReader((answer) => answers.push(answer));
    for (let start = 0; start < bytes.length; start += size) read(bytes.subarray(start, start + size));
    const found = answers.map(({ status, body }) => `${status} ${body.toString()}`);
    expect(found).toEqual(['200 hello', '400 ', '204 ', '200 \r\n']);
  }
});

it('a response of unknown length is refused', () => {
  const read = createAnswerReader(() => {});
  expect(() => read(Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'))).toThrow('Content-Length');
});

it('requests are passed to another process and back unchanged', () => {
  const requests = ['GET / HTTP/1.1\r\n\r\n', 'é', 'x'.repeat(1000)].map((text) => Buffer.from(text));
  expect(unpackRequests(structuredClone(packRequests(requests)))).toEqual(requests);
});

it('requests are sent in order and from the start again, and every response is counted once', async () => {
  const seen: string[] = [];
  const port = await serve((request, response) => {
    seen.push(request.url ?? '');
    response.end('yes');
  });
  const result = await runLoad({ ...load(3), port, connections: 1 });
  expect(result.completed).toBe(seen.length);
  expect(result.next).toBe(seen.length % 3);
  expect(seen.slice(0, 5)).toEqual(['/0', '/1', '/2', '/0', '/1']);
  expect(result.refusals).toEqual({});
  expect(result.p99).toBeGreaterThanOrEqual(result.p50);
});

it('the load stops after its number of requests', async () => {
  const port = await serve((_, response) => response.end('yes'));
  const result = await runLoad({ ...load(3), port, seconds: 10, most: 20 });
  expect(result).toMatchObject({ completed: 20, next: 2 });
});

it('the first requests warm the server up and are not counted', async () => {
  let seen = 0;
  const port = await serve((_, response) => response.end(String(++seen)));
  const result = await runLoad({ ...load(3), port, warm: 30, seconds: 60, most: 2000 });
  expect([seen, result.completed, result.next]).toEqual([2030, 2000, 2]);
  // Linux accounts for a busy thread every few milliseconds: that many requests take longer.
  expect(result.spent.server).toBeGreaterThan(0);
  expect(result.spent.elapsed).toBe(result.seconds);
});

it('refusals are counted by status, and their bodies are not sampled', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/1') response.statusCode = 400;
    response.end(request.url);
  });
  const { refusals, completed, samples } = await runLoad({ ...load(4), port });
  expect(Object.keys(refusals)).toEqual(['400']);
  expect(refusals[400]).toBeCloseTo(completed / 4, -2);
  for (const { request, body } of samples) expect(body).toBe(`/${request}`);
});

it('the load fails if the server closes the connection instead of responding', async () => {
  const port = await serve((request) => void request.socket.destroy());
  await expect(runLoad({ ...load(1), port })).rejects.toThrow(/closed the connection|ECONNRESET/);
});

it('a load runs in a process of its own and reports errors there', async () => {
  const port = await serve((_, response) => response.end('yes'));
  const generator = startGenerator();
  closers.push(() => generator.stop());
  await generator.keep('two', packRequests(load(2).requests));
  const order = {
    port,
    pid: process.pid,
    set: 'two',
    limit: 1,
    from: 0,
    warm: 0,
    seconds: 0.1,
    most: 100,
    connections: 4,
  };
  expect(await generator.run(order)).toMatchObject({ next: 0, refusals: {} });
  await expect(generator.run({ ...order, port: 1 })).rejects.toThrow('ECONNREFUSED');
});

function load(count: number) {
  const requests = Array.from({ length: count }, (_, index) =>
    Buffer.from(`GET /${index} HTTP/1.1\r\nHost: a\r\n\r\n`),
  );
  const most = Number.POSITIVE_INFINITY;
  return { requests, pid: process.pid, from: 0, warm: 0, seconds: 0.2, most, connections: 8 };
}

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
