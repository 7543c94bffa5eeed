import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createBreachedPasswords } from '../../src/platform/passwords/breached-passwords.ts';
import { deadPort, fetcher, http } from './receivers.ts';

const sha1 = (text: string): string => hash('sha1', text, 'hex').toUpperCase();
const breached = 'trombone lessons';
const range = [`${'0'.repeat(35)}:3`, `${sha1(breached).slice(5)}:12`, `${sha1('padding').slice(5)}:0`].join('\r\n');

/** A range API, and what it received and what was logged. */
async function startRangeApi(listener: RequestListener = (_, response) => response.end(range)) {
  const requests: IncomingMessage[] = [];
  const logged: object[] = [];
  const port = await http((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  return { ...connect(port, logged), requests, logged };
}

const connect = (port: number, logged: object[]) => ({
  isBreached: createBreachedPasswords({
    url: `http://127.0.0.1:${port}/range/`,
    safeFetch: fetcher(),
    logger: { warn: (fields: object) => void logged.push(fields) },
  }),
});

describe('a password', () => {
  test('a password that the range API lists is breached', async () => {
    const { isBreached, logged } = await startRangeApi();
    expect(await isBreached(breached)).toBe(true);
    expect(await isBreached('violin lessons')).toBe(false);
    expect(logged).toEqual([]);
  });

  test('a password that is only padding of the response is not breached', async () => {
    const { isBreached } = await startRangeApi();
    expect(await isBreached('padding')).toBe(false);
  });

  test('is sent as the first five digits of its SHA-1, and the response is padded', async () => {
    const { isBreached, requests } = await startRangeApi();
    await isBreached(breached);
    expect(requests.map(({ method, url }) => [method, url])).toEqual([['GET', `/range/${sha1(breached).slice(0, 5)}`]]);
    expect(requests[0]?.headers).toMatchObject({ 'add-padding': 'true' });
  });
});

describe('a password without a usable response', () => {
  const cases: [string, RequestListener, RegExp][] = [
    ['an error', (_, response) => response.writeHead(503).end(range), /status 503/],
    ['a redirect', (_, response) => response.writeHead(302, { location: '/' }).end(), /status 302/],
    ['a response that is too long', (_, response) => response.end('x'.repeat(300_000)), /too long/],
    ['a closed connection', (_, response) => response.destroy(), /closed/],
  ];
  test.each(cases)('is accepted, and the log states why: %s', async (_, listener, reason) => {
    const { isBreached, logged } = await startRangeApi(listener);
    expect(await isBreached(breached)).toBe(false);
    expect(logged).toEqual([{ reason: expect.stringMatching(reason) }]);
  });

  test('is accepted without a server, and the log states why', async () => {
    const logged: object[] = [];
    expect(await connect(await deadPort(), logged).isBreached(breached)).toBe(false);
    expect(logged).toEqual([{ reason: 'The connection was refused.' }]);
  });

  test('is accepted after text that is no list', async () => {
    const { isBreached } = await startRangeApi((_, response) => response.end(`${sha1(breached).slice(5)}:many`));
    expect(await isBreached(breached)).toBe(false);
  });
});
