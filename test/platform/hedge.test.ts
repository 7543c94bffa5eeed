import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hedged } from '../../src/platform/database/hedge.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A database whose answers come when they are told to. */
function database() {
  const asked: PromiseWithResolvers<string>[] = [];
  const ask = () => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  };
  return { ask, asked };
}

const lost = new Error('Connection terminated unexpectedly');
const refusal = Object.assign(new pg.DatabaseError('no such table', 0, 'error'), { code: '42P01' });
const shutdown = Object.assign(new pg.DatabaseError('shutting down', 0, 'error'), { code: '57P01' });
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('what is answered in time is asked once, and no timer is left', async () => {
  const { ask, asked } = database();
  const onLate = vi.fn<() => void>();
  const answer = hedged(ask, onLate);
  vi.advanceTimersByTime(249);
  asked[0]?.resolve('first');
  expect(await answer).toBe('first');
  expect([asked.length, onLate.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0, 0]);
});

test('what is late is asked once more, and the first answer counts', async () => {
  const { ask, asked } = database();
  const onLate = vi.fn<() => void>();
  const answer = hedged(ask, onLate);
  vi.advanceTimersByTime(60_000);
  expect([asked.length, onLate.mock.calls.length]).toEqual([2, 1]);
  asked[1]?.resolve('second');
  expect(await answer).toBe('second');
  asked[0]?.reject(lost);
  await settle();
  expect(asked).toHaveLength(2);
});

test.each([lost, shutdown])('what fails with its connection is asked three times in all: %s', async (failure) => {
  const { ask, asked } = database();
  const answer = hedged(ask).catch((error: unknown) => error);
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(asked).toHaveLength(attempt + 1);
    asked[attempt]?.reject(failure);
    await settle();
  }
  expect(await answer).toMatchObject({ message: 'the database does not respond', cause: failure });
  expect(vi.getTimerCount()).toBe(0);
});

test('two are under way at most: of two that are silent, the first that is given up is followed by the last', async () => {
  const { ask, asked } = database();
  const answer = hedged(ask);
  vi.advanceTimersByTime(1000);
  expect(asked).toHaveLength(2);
  asked[0]?.reject(lost);
  await settle();
  expect(asked).toHaveLength(3);
  asked[2]?.resolve('third');
  expect(await answer).toBe('third');
});

test('what PostgreSQL has against the statement is the answer', async () => {
  const { ask, asked } = database();
  const answer = hedged(ask);
  asked[0]?.reject(refusal);
  await expect(answer).rejects.toBe(refusal);
  expect([asked.length, vi.getTimerCount()]).toEqual([1, 0]);
});
