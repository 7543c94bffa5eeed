/** Chance that comes out the same for the same seed: what a run does can be done again, though not the instants at which it happens. */
export interface Chance {
  /** A number from 0 up to, and without, 1. */
  number(): number;
  /** A whole number from 0 up to, and without, `count`. */
  below(count: number): number;
  /** One of these; throws when there is none. */
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32 (public domain, by Tommy Ettinger): 32 bits of state are enough to choose what is broken next. */
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
      if (!from.length) throw new Error('there is nothing to choose from');
      return from[below(from.length)] as T;
    },
  };
}
