/**
 * When a wrong password is answered: always at the same age, whatever hash it was compared with, or none. The age is above what any
 * comparison takes, and so says nothing about the one that was made.
 */
export interface RefusalAge {
  /** Hashes of this cost are stored: so many times what a comparison with one of ours takes. */
  learn(cost: number): void;
  /** A comparison with a hash of this cost has taken so many milliseconds. */
  observe(cost: number, milliseconds: number): void;
  /** The age of this moment, in milliseconds. */
  current(): number;
}

const least = 300;
/** Ages are multiples of it: they change seldom. */
const step = 100;
/** A comparison is made twice when a password has two forms (passwords.ts), and may take somewhat longer than the longest one lately. */
const margin = 2.5;
/** Milliseconds for one of ours, until it is known; and how quickly a longer time is forgotten. */
const assumed = 25;
const fading = 0.99;

export function createRefusalAge(): RefusalAge {
  let [highestCost, perCost] = [1, assumed];
  return {
    learn(cost) {
      highestCost = Math.max(highestCost, cost);
    },
    observe(cost, milliseconds) {
      perCost = Math.max(milliseconds / cost, perCost * fading);
    },
    current: () => Math.max(least, Math.ceil((highestCost * perCost * margin) / step) * step),
  };
}

/** Milliseconds to wait, at an age, for the next one at which refusals are answered: the first one, or a multiple for who is late. */
export const untilAge = (age: number, elapsed: number): number => Math.max(1, Math.ceil(elapsed / age)) * age - elapsed;
