import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hedged } from '../../../src/platform/database/hedge.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A database whose responses the test controls. */
function database() {
  const queries: PromiseWithResolvers<string>[] = [];
  const query = () => {
    const answer = Promise.withResolvers<string>();
    queries.push(answer);
    return answer.promise;
  };
  return { query, queries };
}

const lost = new Error('Connection terminated unexpectedly');
const refusal = Object.assign(new pg.DatabaseError('no such table', 0, 'error'), { code: '42P01' });
const shutdown = Object.assign(new pg.DatabaseError('shutting down', 0, 'error'), { code: '57P01' });
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a response in time needs one query, and leaves no timer', async () => {
  const { query, queries } = database();
  const onLate = vi.fn<() => void>();
  const answer = hedged(query, onLate);
  vi.advanceTimersByTime(249);
  queries[0]?.resolve('first');
  expect(await answer).toBe('first');
  expect([queries.length, onLate.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0, 0]);
});

test('a late response causes a second query, and the first response counts', async () => {
  const { query, queries } = database();
  const onLate = vi.fn<() => void>();
  const answer = hedged(query, onLate);
  vi.advanceTimersByTime(60_000);
  expect([queries.length, onLate.mock.calls.length]).toEqual([2, 1]);
  queries[1]?.resolve('second');
  expect(await answer).toBe('second');
  queries[0]?.reject(lost);
  await settle();
  expect(queries).toHaveLength(2);
});

test.each([lost, shutdown])('a query whose connection fails is sent three times in all: %s', async (failure) => {
  const { query, queries } = database();
  const answer = hedged(query).catch((error: unknown) => error);
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(queries).toHaveLength(attempt + 1);
    queries[attempt]?.reject(failure);
    await settle();
  }
  expect(await answer).toMatchObject({ message: 'the database does not respond', cause: failure });
  expect(vi.getTimerCount()).toBe(0);
});

test('at most two queries are in progress: after one of two silent ones fails, the third is sent', async () => {
  const { query, queries } = database();
  const answer = hedged(query);
  vi.advanceTimersByTime(1000);
  expect(queries).toHaveLength(2);
  queries[0]?.reject(lost);
  await settle();
  expect(queries).toHaveLength(3);
  queries[2]?.resolve('third');
  expect(await answer).toBe('third');
});

test('an error of the statement is the response', async () => {
  const { query, queries } = database();
  const answer = hedged(query);
  queries[0]?.reject(refusal);
  await expect(answer).rejects.toBe(refusal);
  expect([queries.length, vi.getTimerCount()]).toEqual([1, 0]);
});
