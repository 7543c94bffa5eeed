import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type HashAttempt, createHashQueue, type Slot } from '../../src/platform/passwords/hash-queue.ts';
import { networkOf } from '../../src/platform/network/client-address.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose processes are busy until `open`; records the work that starts afterwards. */
function busyQueue(processes = 1) {
  const queue = createHashQueue(processes);
  const began: string[] = [];
  const gate = Promise.withResolvers<void>();
  const all: Promise<unknown>[] = Array.from({ length: processes }, () => queue.run(() => gate.promise));
  const work = (name: string) => () => {
    began.push(name);
    return Promise.resolve();
  };
  let count = 0;
  const enter = (claim: Partial<HashAttempt>): Slot | undefined => {
    count += 1;
    const { signal } = new AbortController();
    return queue.enter({ address: '192.0.2.1', page: `page ${count}`, account: `account ${count}`, signal, ...claim });
  };
  return {
    queue,
    began,
    enter,
    /** An attempt that takes a slot, hashes once and leaves. False without a slot. */
    attempt(name: string, claim: Partial<HashAttempt> = {}): boolean {
      const slot = enter(claim);
      if (slot) all.push(slot.run(work(name)).finally(() => slot.leave()));
      return slot !== undefined;
    },
    other: (name: string) => void all.push(queue.run(work(name))),
    async open(): Promise<string[]> {
      const ended = Promise.allSettled(all);
      await settled(); // Everything waits in its place.
      gate.resolve();
      await ended;
      return began;
    },
  };
}

const repeat = (count: number, work: (index: number) => unknown) => Array.from({ length: count }, (_, i) => work(i));

describe('slots', () => {
  it('are limited to a hundred, which one network cannot take alone', () => {
    const { enter } = busyQueue();
    const placesOf = (address: string) => repeat(200, () => enter({ address })).filter(Boolean).length;
    expect(placesOf('192.0.2.1')).toBe(50);
    expect(placesOf('192.0.2.2')).toBe(25);
    const taken = repeat(300, (index) => placesOf(`198.51.100.${index}`)) as number[];
    expect(taken.reduce((sum, one) => sum + one, 75)).toBe(100);
    expect(enter({ address: '203.0.113.1' })).toBeUndefined();
  });

  it('cannot all be taken by one customer with an IPv6 network of 65,536 subnets', () => {
    const { enter } = busyQueue();
    repeat(300, (index) => enter({ address: `2001:db8:1:${index.toString(16)}::1` }));
    expect(enter({ address: '192.0.2.1' })).toBeDefined();
    expect(enter({ address: '2001:db8:2::1' })).toBeDefined();
  });

  it('are limited to five per page', () => {
    const { enter } = busyQueue();
    const slots = repeat(6, () => enter({ page: 'one' })) as (Slot | undefined)[];
    expect(slots.map(Boolean)).toEqual([true, true, true, true, true, false]);
    slots[0]?.leave();
    slots[0]?.leave();
    expect([enter({ page: 'one' }), enter({ page: 'one' })].map(Boolean)).toEqual([true, false]);
    expect(enter({})).toBeDefined();
  });

  it('are reserved for pages that were not submitted before, also of the same network', () => {
    const { enter } = busyQueue();
    const tried = repeat(100, (index) => {
      const page = `tried ${index}`;
      enter({ page })?.leave();
      return page;
    }) as string[];
    expect(tried.filter((page) => enter({ page })).length).toBe(40);
    expect(repeat(20, () => enter({})).filter(Boolean)).toHaveLength(10);
  });

  it('are free as soon as the client disconnects, and its work is not run', async () => {
    const { attempt, open } = busyQueue();
    const closing = new AbortController();
    for (let index = 0; index < 5; index++) attempt('left', { page: 'one', signal: closing.signal });
    expect(attempt('refused', { page: 'one' })).toBe(false);
    closing.abort();
    expect(attempt('stays', { page: 'one' })).toBe(true);
    expect(attempt('left before', { signal: closing.signal })).toBe(false);
    expect(await open()).toEqual(['stays']);
  });
});

describe('turns', () => {
  it('alternate between networks: many pages and accounts of one delay another by those in progress', async () => {
    const { attempt, open } = busyQueue();
    repeat(40, (index) => attempt(`flood ${index}`));
    attempt('person', { address: '198.51.100.1' });
    expect((await open()).indexOf('person')).toBeLessThanOrEqual(3);
  });

  it('alternate between the pages, and the accounts, of a network', async () => {
    const { attempt, open } = busyQueue();
    repeat(5, (index) => attempt(`one page ${index}`, { page: 'one' }));
    repeat(5, (index) => attempt(`one account ${index}`, { account: 'ada' }));
    attempt('person');
    const began = await open();
    expect(began.indexOf('person')).toBeLessThanOrEqual(6);
    expect(began.indexOf('one page 1')).toBeGreaterThan(began.indexOf('person'));
    expect(began).toHaveLength(11);
  });

  it('reach a page that is submitted again while new pages keep arriving', async () => {
    const { attempt, open, queue } = busyQueue();
    attempt('first', { page: 'person' });
    let fresh = 0;
    const keepComing = async (): Promise<void> => {
      fresh += 1;
      const { signal } = new AbortController();
      const slot = queue.enter({ address: '192.0.2.1', page: `new ${fresh}`, account: `new ${fresh}`, signal });
      await slot?.run(() => Promise.resolve());
      slot?.leave();
      if (fresh < 400) await keepComing();
    };
    const flood = Promise.all(repeat(10, keepComing));
    await open();
    const again = queue.enter({
      address: '192.0.2.1',
      page: 'person',
      account: 'person',
      signal: new AbortController().signal,
    });
    const before = fresh;
    await again?.run(() => Promise.resolve());
    expect(fresh - before).toBeLessThan(150);
    await flood;
  });

  it('are one at a time per page and per account, in several processes', async () => {
    const queue = createHashQueue(4);
    const { signal } = new AbortController();
    const underWay = new Map<string, number>();
    let most = 0;
    const attempt = async (page: string, account: string) => {
      const slot = queue.enter({ address: '192.0.2.1', page, account, signal });
      await slot?.run(async () => {
        for (const name of [page, account]) underWay.set(name, (underWay.get(name) ?? 0) + 1);
        most = Math.max(most, ...underWay.values());
        await new Promise((resolve) => void setImmediate(resolve));
        for (const name of [page, account]) underWay.set(name, (underWay.get(name) ?? 0) - 1);
      });
      slot?.leave();
    };
    await Promise.all(repeat(20, (index) => attempt(`page ${index % 5}`, `account ${index % 3}`)));
    expect(most).toBe(1);
  });

  it('alternate with authenticated callers, however many there are', async () => {
    const { attempt, other, open } = busyQueue();
    repeat(500, (index) => other(`other ${index}`));
    repeat(3, (index) => attempt(`attempt ${index}`));
    const began = await open();
    const kinds = began.slice(0, 6).map((name) => name.split(' ')[0]);
    expect(kinds.filter((kind, index) => kind === kinds[index + 1])).toEqual([]);
    expect(began.indexOf('attempt 2')).toBeLessThan(6);
    expect(began).toHaveLength(503);
  });
});

describe('a process', () => {
  /** When two hashes of 20 ms begin, in milliseconds. */
  async function beginnings(areExpected: boolean): Promise<number[]> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const queue = createHashQueue(1, { areExpected: () => areExpected, goFirst: () => Promise.resolve() });
    const start = performance.now();
    const began: number[] = [];
    const hash = () =>
      queue.run(() => {
        began.push(performance.now() - start);
        vi.advanceTimersByTime(20);
        return Promise.resolve();
      });
    const [first, second] = [hash(), hash()];
    await first;
    vi.advanceTimersToNextTimer();
    await second;
    return began;
  }

  it('rests after each hash for half of its time while tokens are requested', async () => {
    expect(await beginnings(true)).toEqual([0, 30]);
  });

  it('does not rest without token requests', async () => {
    expect(await beginnings(false)).toEqual([0, 20]);
  });
});

it('a network is an IPv4 address in any notation, or the first 48 bits of an IPv6 address', () => {
  expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('192.0.2.1'));
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:ffff::'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:2:2::1'));
  expect(networkOf(undefined)).toBe('');
});
