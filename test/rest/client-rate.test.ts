import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { measureRate, minRate } from '../../src/rest/client-rate.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A client for which the platform waits; `after` sends so many bytes after so many milliseconds. */
function startClient() {
  const { wait, add } = measureRate({ bytesPerSecond: 1000, tolerance: 30_000 });
  let isExpired = false;
  return {
    isExpired: () => isExpired,
    async after(milliseconds: number, bytes: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiting = wait(promise, () => (isExpired = true));
      vi.advanceTimersByTime(milliseconds);
      resolve();
      await waiting;
      add(bytes);
    },
  };
}

it('the least rate is 1 KiB per second, after 30 seconds', () => {
  expect(minRate).toEqual({ bytesPerSecond: 1024, tolerance: 30_000 });
});

it('a client that sends at the least rate may do so for ever', async () => {
  const client = startClient();
  for (let count = 0; count < 10_000; count++) await client.after(10_000, 10_000);
  expect(client.isExpired()).toBe(false);
});

it('a client that sends less ends, however often it sends something', async () => {
  const client = startClient();
  let seconds = 0;
  for (; !client.isExpired(); seconds++) await client.after(1000, 500);
  expect(seconds).toBe(59);
});

it('a client that sends nothing ends after the tolerance, whatever it has sent before', async () => {
  const client = startClient();
  await client.after(0, 1_000_000_000);
  await client.after(29_999, 0);
  expect(client.isExpired()).toBe(false);
  await client.after(1, 0);
  expect(client.isExpired()).toBe(true);
});
