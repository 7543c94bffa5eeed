import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ConcurrencySlots, createConcurrencySlots } from '../../../src/delivery/webhooks/concurrency-slots.ts';

let slots: ConcurrencySlots;
let now: number;
beforeEach(() => {
  slots = createConcurrencySlots();
  now = 0;
  const watch = vi.spyOn(performance, 'now').mockImplementation(() => now);
  return () => watch.mockRestore();
});

const taken = (count: number) => Array.from({ length: count }, () => slots.take());
const left = (all: readonly { release(): void }[]) => {
  for (const place of all) place.release();
};

describe('the concurrency slots of a process', () => {
  it('are 32 for endpoints that respond, and each is freed afterwards', () => {
    const all = taken(32);
    expect(slots.free()).toBe(0);
    left(all.slice(0, 3));
    expect(slots.free()).toBe(3);
  });

  it('do not count endpoints that have not responded for two seconds, until they respond', () => {
    const [first, ...others] = taken(32);
    now = 2001;
    first?.responded();
    expect(slots.free()).toBe(31);
    for (const place of others) place.responded();
    expect(slots.free()).toBe(0);
  });

  it('are 128 in all', () => {
    for (let round = 1; round <= 4; round++) {
      taken(slots.free());
      now = 2001 * round;
    }
    expect(slots.free()).toBe(0);
  });

  it('are at most 64 for endpoints that only failed, which do not use the slots of others', () => {
    const probes = taken(65);
    expect(probes.map((place) => place.tryProbe())).toEqual([...Array.from({ length: 64 }, () => true), false]);
    expect(probes[0]?.tryProbe()).toBe(true);
    expect(slots.free()).toBe(31);
    left(probes.slice(0, 1));
    expect(probes[64]?.tryProbe()).toBe(true);
    expect(slots.free()).toBe(32);
  });
});
