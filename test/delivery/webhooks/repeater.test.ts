import { expect, it } from 'vitest';
import { createRepeater } from '../../../src/delivery/webhooks/repeater.ts';

const never = (error: unknown) => {
  throw error;
};
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
};

it.each(Array.from({ length: 12 }, (_, after) => after))(
  'Work is done once more for who says "look" after it began, also in the very moment in which it ends: %i turns later',
  async (after) => {
    let runs = 0;
    const repeater = createRepeater(async () => void runs++, never);
    repeater.look();
    await turns(after);
    repeater.look();
    await repeater.idle();
    expect(runs).toBe(2);
  },
);

it('Work is done once more, not twice, however often it is asked for while it is done, and never two at a time', async () => {
  const end = Promise.withResolvers<void>();
  const seen = { runs: 0, underWay: 0, most: 0 };
  const repeater = createRepeater(async () => {
    seen.runs++;
    seen.most = Math.max(seen.most, ++seen.underWay);
    await end.promise;
    seen.underWay--;
  }, never);
  for (let time = 0; time < 5; time++) repeater.look();
  end.resolve();
  await repeater.idle();
  expect(seen).toEqual({ runs: 2, underWay: 0, most: 1 });
});

it('Work that fails is told of, and done again for who says "look" next', async () => {
  const errors: unknown[] = [];
  const repeater = createRepeater(
    () => Promise.reject(new Error('not now')),
    (error) => errors.push(error),
  );
  for (let time = 0; time < 2; time++) {
    repeater.look();
    await repeater.idle();
  }
  expect(errors).toHaveLength(2);
});
