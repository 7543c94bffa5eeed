import { expect, it } from 'vitest';
import { mayReadInbox } from '../../../src/experience/inbox/access.ts';
import { createWaiters } from '../../../src/experience/inbox/waiters.ts';
import type { Nudge } from '../../../src/platform/nudges.ts';

const listeners = new Set<(nudge: Nudge) => void>();
const nudges = {
  subscribe: (listener: (nudge: Nudge) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
const never = new AbortController().signal;

it('a wait ends when the read finds something after a nudge', async () => {
  const found: string[] = [];
  const waiting = createWaiters(nudges).wait(async () => found, never);
  found.push('message');
  for (const listener of listeners) listener({ kind: 'messages' });
  expect(await waiting).toEqual(['message']);
  expect(listeners.size).toBe(0);
});

it('a wait ends with nothing when its signal aborts, and when all waits are ended', async () => {
  const waiters = createWaiters(nudges);
  const stop = new AbortController();
  const [one, other] = [waiters.wait(async () => [], stop.signal), waiters.wait(async () => [], never)];
  stop.abort();
  expect(await one).toEqual([]);
  waiters.close();
  expect(await other).toEqual([]);
  expect(await waiters.wait(async () => [], never)).toEqual([]);
});

it('at most 100 requests wait', async () => {
  const waiters = createWaiters(nudges);
  const waiting = Array.from({ length: 100 }, () => waiters.wait(async () => [], never));
  expect(await waiters.wait(async () => ['message'], never)).toBeUndefined();
  waiters.close();
  await Promise.all(waiting);
  expect(listeners.size).toBe(0);
});

it.each([
  ['127.0.0.1', 'localhost:3000', true],
  ['::1', '[::1]:3000', true],
  ['::ffff:127.0.0.1', '127.0.0.1', true],
  ['192.168.0.7', 'localhost:3000', false],
  ['127.0.0.1', 'localhost.evil.example', false],
  ['127.0.0.1', undefined, false],
])('a connection from %s for the host %s may read the inbox without a token: %j', (remoteAddress, host, isAllowed) => {
  const socket = { remoteAddress } as never;
  expect(mayReadInbox({ socket, headers: { host } }, 'token', undefined)).toBe(isAllowed);
  expect(mayReadInbox({ socket, headers: { host } }, 'token', 'token')).toBe(true);
});
