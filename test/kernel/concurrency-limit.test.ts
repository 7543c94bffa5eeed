import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConcurrencyLimit } from '../../src/kernel/concurrency-limit.ts';
import { refusalOf } from '../support/kernel.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Work that the test ends. */
function workshop(areTokensRequested = () => false) {
  const limited = createConcurrencyLimit('tests', areTokensRequested);
  const held: PromiseWithResolvers<void>[] = [];
  const begun: string[] = [];
  const work = (name: string, queueTimeout?: number) =>
    limited(async () => {
      begun.push(name);
      const end = Promise.withResolvers<void>();
      held.push(end);
      await end.promise;
      return name;
    }, queueTimeout);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { work, held, begun, settle };
}

test('two run concurrently, the others in the order of their arrival', async () => {
  const { work, held, begun, settle } = workshop();
  const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => work(name)));
  expect(begun).toEqual(['a', 'b']);
  held[1]?.resolve();
  await settle();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (let index = 0; index < 5; index++) {
    held[index]?.resolve();
    await settle();
  }
  expect(await all).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(vi.getTimerCount()).toBe(0);
});

test('one runs at a time while tokens are requested, two as soon as they are not', async () => {
  let areTokensRequested = true;
  const { work, held, begun, settle } = workshop(() => areTokensRequested);
  const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => work(name)));
  expect(begun).toEqual(['a']);
  held[0]?.resolve();
  await settle();
  expect(begun).toEqual(['a', 'b']);
  areTokensRequested = false;
  held[1]?.resolve();
  await settle();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  for (const { resolve } of held) resolve();
  expect(await all).toHaveLength(4);
});

test('work that waits starts soon after tokens are no longer requested, even if none ends', async () => {
  let areTokensRequested = true;
  const { work, held, begun, settle } = workshop(() => areTokensRequested);
  const all = Promise.all(['a', 'b', 'c'].map((name) => work(name)));
  vi.advanceTimersByTime(100);
  await settle();
  expect(begun).toEqual(['a']);
  areTokensRequested = false;
  vi.advanceTimersByTime(100);
  await settle();
  expect(begun).toEqual(['a', 'b']);
  held[0]?.resolve();
  await settle();
  for (const { resolve } of held) resolve();
  expect(await all).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
});

test('work that waits two seconds is refused and never starts; the next in the queue takes its slot', async () => {
  const { work, held, begun, settle } = workshop();
  const first = Promise.all(['a', 'b'].map((name) => work(name)));
  const refused = refusalOf(work('late'));
  vi.advanceTimersByTime(1999);
  const next = work('next');
  vi.advanceTimersByTime(1);
  expect(await refused).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  for (const { resolve } of held) resolve();
  expect(await first).toHaveLength(2);
  await settle();
  expect(begun).toEqual(['a', 'b', 'next']);
  held.at(-1)?.resolve();
  expect(await next).toBe('next');
});

test('work that fails releases its slot', async () => {
  const { work, held } = workshop();
  const all = Promise.allSettled(['a', 'b', 'c'].map((name) => work(name)));
  held[0]?.reject(new Error('broken'));
  await vi.waitFor(() => expect(held).toHaveLength(3));
  for (const { resolve } of held) resolve();
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});

test('the queue holds a hundred and refuses more at once; work without a queue timeout is not counted', async () => {
  const { work, held, begun } = workshop();
  const all = Array.from({ length: 102 }, (_, index) => work(String(index)));
  const patient = work('patient', Infinity);
  expect(await refusalOf(work('one more'))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  const ended = Promise.allSettled(all);
  vi.advanceTimersByTime(2000);
  for (const { resolve } of held) resolve();
  await vi.waitFor(() => expect(begun).toEqual(['0', '1', 'patient']));
  held.at(-1)?.resolve();
  expect(await patient).toBe('patient');
  expect((await ended).filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test('refused work can be garbage collected, with its request, while the slots are still taken', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const limited = createConcurrencyLimit('tests');
  const ends = [1, 2].map(() => Promise.withResolvers<void>());
  const taken = ends.map(({ promise }) => limited(() => promise));
  const ask = () => {
    const request = { body: 'x'.repeat(1000) };
    return { request: new WeakRef(request), refused: refusalOf(limited(() => Promise.resolve(request.body))) };
  };
  const { request, refused } = ask();
  vi.advanceTimersByTime(2000);
  expect(await refused).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(request.deref()).toBeUndefined();
  for (const { resolve } of ends) resolve();
  await Promise.all(taken);
});
