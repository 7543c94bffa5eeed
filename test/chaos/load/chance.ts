/** Random numbers that are the same for the same seed: the actions of a run can be repeated, but not their timing. */
export interface Chance {
  /** A number from 0 to 1, excluding 1. */
  number(): number;
  /** An integer from 0 to `count`, excluding `count`. */
  below(count: number): number;
  /** One of these; throws for an empty list. */
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32 (public domain, by Tommy Ettinger): 32 bits of state suffice to choose faults. */
export function createChance(seed: number): Chance {
  let state = seed | 0;
  const number = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(number() * count);
  return {
    number,
    below,
    pick<T>(from: readonly T[]): T {
      if (!from.length) throw new Error('cannot pick from an empty list');
      return from[below(from.length)] as T;
    },
  };
}
