import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { gather } from '../../src/store/sql/batch.ts';

/** Answers with ten times the question, and notes how questions were put together. Each run waits until it is let go. */
function workshop(most = 4) {
  const batches: number[][] = [];
  const held: (() => void)[] = [];
  const ask = gather(
    async (questions: number[]) => {
      batches.push(questions);
      await new Promise<void>((resolve) => void held.push(resolve));
      if (questions.includes(13)) throw new Error('thirteen');
      return questions.map((question) => question * 10);
    },
    { most },
  );
  return { ask, batches, release: () => held.splice(0).forEach((go) => go()) };
}

test('the questions of one turn of the event loop go into one run, and each gets its own answer', async () => {
  const { ask, batches, release } = workshop();
  const answers = Promise.all([ask(1), ask(2), ask(3)]);
  await nextTurn();
  await nextTurn();
  release();
  expect(await answers).toEqual([10, 20, 30]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('one run is under way at a time; what is asked meanwhile gathers for the next one', async () => {
  const { ask, batches, release } = workshop();
  const answers: Promise<number>[] = [];
  for (const question of [1, 2, 3, 4, 5]) {
    answers.push(ask(question));
    await nextTurn();
    await nextTurn();
  }
  expect(batches).toEqual([[1]]);
  release();
  await answers[0];
  await nextTurn();
  await nextTurn();
  expect(batches).toEqual([[1], [2, 3, 4, 5]]);
  release();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
});

test('a run takes no more than its share, the rest goes into the next', async () => {
  const { ask, batches, release } = workshop();
  const answers = Promise.all([1, 2, 3, 4, 5, 6].map(ask));
  for (let turn = 0; turn < 4; turn++) {
    await nextTurn();
    release();
  }
  expect(batches).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
  expect(await answers).toEqual([10, 20, 30, 40, 50, 60]);
});

test('a run that fails fails for its questions only, and the next one goes on', async () => {
  const { ask, release } = workshop(2);
  const answers = Promise.allSettled([1, 13, 2].map(ask));
  for (let turn = 0; turn < 6; turn++) {
    await nextTurn();
    release();
  }
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

test('an answer too few is a fault, and nobody waits for it', async () => {
  const ask = gather((_questions: number[]) => Promise.resolve([]), { most: 10 });
  await expect(ask(1)).rejects.toThrow('a question was left without an answer');
});

describe('a run that says it is late', () => {
  /** Runs that are all late at once, and end when they are told to. */
  function lateRuns(concernsAll?: (error: unknown) => boolean) {
    const held: PromiseWithResolvers<void>[] = [];
    const answerAll = async (questions: number[], isLate: () => void) => {
      isLate();
      const end = Promise.withResolvers<void>();
      held.push(end);
      await end.promise;
      return questions;
    };
    return { held, ask: gather(answerAll, { most: 2, ...(concernsAll && { concernsAll }) }) };
  }
  const turns = async () => {
    for (let turn = 0; turn < 10; turn++) await nextTurn();
  };

  test('holds up nobody else, but no more than three runs are under way', async () => {
    const { ask, held } = lateRuns();
    const answers = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(ask));
    await turns();
    expect(held).toHaveLength(3);
    held[1]?.resolve();
    await turns();
    expect(held).toHaveLength(3);
    held[2]?.resolve();
    await turns();
    expect(held).toHaveLength(4);
    for (const { resolve } of held) resolve();
    expect(await answers).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('and fails for a reason that concerns all fails for those that wait as well', async () => {
    const { ask, held } = lateRuns(() => true);
    const answers = Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map(ask));
    await turns();
    held[0]?.reject(new Error('gone'));
    await turns();
    for (const { resolve } of held) resolve();
    const settled = (await answers).map(({ status }) => status === 'fulfilled');
    expect(settled).toEqual([false, false, true, true, true, true, false, false]);
    const later = ask(9);
    await turns();
    held.at(-1)?.resolve();
    expect(await later).toBe(9);
  });
});
