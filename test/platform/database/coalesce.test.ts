import { expect, it } from 'vitest';
import { coalesce } from '../../../src/platform/coalesce.ts';

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
};

it.each(Array.from({ length: 12 }, (_, after) => after))(
  'a call after a run has started gets a run of its own, also at the moment when that run ends: %i turns later',
  async (after) => {
    let runs = 0;
    const work = coalesce(async () => ++runs);
    const first = work.run();
    await turns(after);
    expect(await work.run()).toBe(2);
    expect(await first).toBe(1);
    await work.idle();
    expect(runs).toBe(2);
  },
);

it('calls during a run share one further run, and two runs never overlap', async () => {
  const end = Promise.withResolvers<void>();
  const seen = { runs: 0, inProgress: 0, most: 0 };
  const work = coalesce(async () => {
    seen.runs++;
    seen.most = Math.max(seen.most, ++seen.inProgress);
    await end.promise;
    seen.inProgress--;
    return seen.runs;
  });
  const results = Array.from({ length: 5 }, () => work.run());
  end.resolve();
  expect(await Promise.all(results)).toEqual([1, 2, 2, 2, 2]);
  expect(seen).toEqual({ runs: 2, inProgress: 0, most: 1 });
});

it('a call made by the caller that awaits a run does not overlap with the next run', async () => {
  const seen = { inProgress: 0, most: 0 };
  const work = coalesce(async () => {
    seen.most = Math.max(seen.most, ++seen.inProgress);
    await turns(3);
    seen.inProgress--;
  });
  const again = work.run().then(() => work.run());
  await Promise.all([work.run(), again]);
  await work.idle();
  expect(seen).toEqual({ inProgress: 0, most: 1 });
});

it('a failed run rejects only its own calls, and the next call runs again', async () => {
  let runs = 0;
  const work = coalesce(async () => {
    if (++runs === 1) throw new Error('not now');
    return runs;
  });
  const failing = work.run();
  const following = work.run();
  await expect(failing).rejects.toThrow('not now');
  expect(await following).toBe(2);
  await work.idle();
  expect(await work.run()).toBe(3);
});
