import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFastPath, type FastPathServices } from '../../src/oidc/fast-path/fast-path.ts';
import {
  beginTokenRequest,
  endTokenRequest,
  knownTokenRequests,
  yieldToTokenRequests,
} from '../../src/platform/admission/token-requests.ts';

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Work of several steps that yields before each. */
function start(name: string, log: string[], steps = 1) {
  return (async () => {
    for (let step = 0; step < steps; step++) {
      await yieldToTokenRequests();
      log.push(name);
    }
  })();
}

test('yielding work continues one caller per turn of the event loop, first in, first out', async () => {
  const log: string[] = [];
  const all = ['a', 'b', 'c'].map((name) => start(name, log, 2));
  const seen: number[] = [];
  for (let turn = 0; turn < 6; turn++) {
    await turns(1);
    seen.push(log.length);
  }
  await Promise.all(all);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  expect(log).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
});

test('token requests are known while they are in progress, and for some time after', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  beginTokenRequest();
  vi.advanceTimersByTime(1000);
  expect(knownTokenRequests.areExpected()).toBe(true);
  endTokenRequest();
  vi.advanceTimersByTime(99);
  expect(knownTokenRequests.areExpected()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(knownTokenRequests.areExpected()).toBe(false);
});

test('yielding work waits while token requests are in progress, and continues after the last one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const log: string[] = [];
  beginTokenRequest();
  const work = start('work', log);
  beginTokenRequest();
  await turns(20);
  endTokenRequest();
  await turns(20);
  expect(log).toEqual([]);
  endTokenRequest();
  await work;
  vi.advanceTimersByTime(5);
  expect(vi.getTimerCount()).toBe(0);
});

test('yielding work continues after 5 ms if token requests never end, four callers per turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const log: string[] = [];
  beginTokenRequest();
  const first = ['a', 'b', 'c', 'd', 'e'].map((name) => start(name, log));
  vi.advanceTimersByTime(2);
  const last = start('last', log);
  vi.advanceTimersByTime(2);
  await turns(5);
  expect(log).toEqual([]);
  vi.advanceTimersByTime(1);
  await turns(1);
  expect(log).toEqual(['a', 'b', 'c', 'd']);
  await Promise.all(first);
  await turns(5);
  expect(log).toEqual(['a', 'b', 'c', 'd', 'e']);
  vi.advanceTimersByTime(2);
  await last;
  endTokenRequest();
  expect(vi.getTimerCount()).toBe(0);
});

test('a token request is in progress from when its body was received until its response', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const requested = Promise.withResolvers<void>();
  const found = Promise.withResolvers<undefined>();
  const cached = () => (requested.resolve(), found.promise);
  const fastPath = createFastPath({ clients: { cached } } as unknown as FastPathServices);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!(await fastPath(request, response, performance.now()))) response.end();
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const form = 'grant_type=client_credentials&client_id=app&client_secret=secret';
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const arrived = once(server, 'request');
  socket.write('POST /oidc/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\n');
  socket.write(`content-length: ${form.length}\r\n\r\n`);
  await arrived;
  await turns(5);

  const log: string[] = [];
  await start('before the body', log);
  socket.write(form);
  await requested.promise;
  const work = start('after the response', log);
  await turns(20);
  expect(log).toEqual(['before the body']);
  found.resolve(undefined);
  await once(socket, 'data');
  await work;
});
