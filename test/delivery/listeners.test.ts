import { expect, it } from 'vitest';
import { createListeners, type Listeners, type Tell } from '../../src/delivery/listeners.ts';
import { placed, positions, settled } from './held-log.ts';

/** One who listens after a position, what it was told, and where it stopped listening. */
function listen(listeners: Listeners, position: number, answer: Tell = () => undefined) {
  const told: Parameters<Tell>[0][] = [];
  const stop = new AbortController();
  let stoppedAt: bigint | undefined;
  const tell: Tell = (event) => {
    told.push(event);
    return answer(event);
  };
  const done = listeners.listen(BigInt(position), tell, stop.signal).then((last) => {
    stoppedAt = last;
  });
  return { told: () => positions(told), stoppedAt: () => stoppedAt, done, stop: () => stop.abort() };
}

it('tells everybody what is announced, in order, until they stop', async () => {
  const listeners = createListeners();
  const [one, other] = [listen(listeners, 0), listen(listeners, 0)];
  await listeners.announce([placed(1), placed(2)]);
  one.stop();
  await listeners.announce([placed(3)]);
  expect([one.told(), other.told()]).toEqual([
    [1, 2],
    [1, 2, 3],
  ]);
  await one.done;
  expect(one.stoppedAt()).toBe(2n);
});

it('tells nobody what they have seen already, and they go on listening', async () => {
  const listeners = createListeners();
  const ahead = listen(listeners, 2);
  await listeners.announce([placed(1), placed(2), placed(3)]);
  await settled();
  expect(ahead.told()).toEqual([3]);
  expect(ahead.stoppedAt()).toBeUndefined();
});

it('tells nobody an event when the one before was not announced to them: they look for themselves', async () => {
  const listeners = createListeners();
  const behind = listen(listeners, 1);
  await listeners.announce([placed(3), placed(4)]);
  await settled();
  expect(behind.told()).toEqual([]);
  expect(behind.stoppedAt()).toBe(1n);
});

it('does not wait for who asks it to: that one is told no more, and looks for itself when it is ready', async () => {
  const listeners = createListeners();
  const ready = Promise.withResolvers<void>();
  const [slow, quick] = [listen(listeners, 0, () => ready.promise), listen(listeners, 0)];
  await listeners.announce([placed(1), placed(2)]);
  expect([slow.told(), quick.told()]).toEqual([[1], [1, 2]]);
  expect(slow.stoppedAt()).toBeUndefined();
  ready.resolve();
  await slow.done;
  expect(slow.stoppedAt()).toBe(1n);
});

it('hands the failure of one to that one alone', async () => {
  const listeners = createListeners();
  const broken = listen(listeners, 0, () => {
    throw new Error('cannot be told');
  });
  const whole = listen(listeners, 0);
  await Promise.all([
    expect(broken.done).rejects.toThrow('cannot be told'),
    listeners.announce([placed(1), placed(2)]),
  ]);
  expect(whole.told()).toEqual([1, 2]);
});
