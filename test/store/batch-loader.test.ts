import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createBatchLoader } from '../../src/store/sql/batch-loader.ts';

/** A loader that returns ten times the key and records its batches. Each batch waits for `release`. */
function startLoader(maxBatchSize = 4) {
  const batches: number[][] = [];
  const pending: (() => void)[] = [];
  const load = createBatchLoader(
    async (keys: number[]) => {
      batches.push(keys);
      await new Promise<void>((resolve) => void pending.push(resolve));
      if (keys.includes(13)) throw new Error('thirteen');
      return keys.map((key) => key * 10);
    },
    { maxBatchSize },
  );
  return { load, batches, release: () => pending.splice(0).forEach((go) => go()) };
}

test('the keys of one turn of the event loop are loaded in one batch', async () => {
  const { load, batches, release } = startLoader();
  const values = Promise.all([load(1), load(2), load(3)]);
  await nextTurn();
  await nextTurn();
  release();
  expect(await values).toEqual([10, 20, 30]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('one batch is loaded at a time, and keys that arrive meanwhile form the next one', async () => {
  const { load, batches, release } = startLoader();
  const values: Promise<number>[] = [];
  for (const key of [1, 2, 3, 4, 5]) {
    values.push(load(key));
    await nextTurn();
    await nextTurn();
  }
  expect(batches).toEqual([[1]]);
  release();
  await values[0];
  await nextTurn();
  await nextTurn();
  expect(batches).toEqual([[1], [2, 3, 4, 5]]);
  release();
  expect(await Promise.all(values)).toEqual([10, 20, 30, 40, 50]);
});

test('keys beyond the maximum batch size go into the next batch', async () => {
  const { load, batches, release } = startLoader();
  const values = Promise.all([1, 2, 3, 4, 5, 6].map(load));
  for (let turn = 0; turn < 4; turn++) {
    await nextTurn();
    release();
  }
  expect(batches).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
  expect(await values).toEqual([10, 20, 30, 40, 50, 60]);
});

test('a batch that fails rejects only its own keys', async () => {
  const { load, release } = startLoader(2);
  const values = Promise.allSettled([1, 13, 2].map(load));
  for (let turn = 0; turn < 6; turn++) {
    await nextTurn();
    release();
  }
  expect((await values).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

test('too few values reject the keys of the batch', async () => {
  const load = createBatchLoader((_questions: number[]) => Promise.resolve([]), { maxBatchSize: 10 });
  await expect(load(1)).rejects.toThrow('batch loader: number of values differs from number of keys');
});

describe('a late batch', () => {
  /** A loader whose batches are all late at once, and end when the test resolves them. */
  function startLateLoader(failsAll?: (error: unknown) => boolean) {
    const pending: PromiseWithResolvers<void>[] = [];
    const loadBatch = async (keys: number[], isLate: () => void) => {
      isLate();
      const end = Promise.withResolvers<void>();
      pending.push(end);
      await end.promise;
      return keys;
    };
    return { pending, load: createBatchLoader(loadBatch, { maxBatchSize: 2, ...(failsAll && { failsAll }) }) };
  }
  const turns = async () => {
    for (let turn = 0; turn < 10; turn++) await nextTurn();
  };

  test('does not delay the next one, up to three batches in progress', async () => {
    const { load, pending } = startLateLoader();
    const values = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(load));
    await turns();
    expect(pending).toHaveLength(3);
    pending[1]?.resolve();
    await turns();
    expect(pending).toHaveLength(3);
    pending[2]?.resolve();
    await turns();
    expect(pending).toHaveLength(4);
    for (const { resolve } of pending) resolve();
    expect(await values).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('rejects waiting keys as well if its error is independent of the keys', async () => {
    const { load, pending } = startLateLoader(() => true);
    const values = Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map(load));
    await turns();
    pending[0]?.reject(new Error('gone'));
    await turns();
    for (const { resolve } of pending) resolve();
    const settled = (await values).map(({ status }) => status === 'fulfilled');
    expect(settled).toEqual([false, false, true, true, true, true, false, false]);
    const later = load(9);
    await turns();
    pending.at(-1)?.resolve();
    expect(await later).toBe(9);
  });
});
