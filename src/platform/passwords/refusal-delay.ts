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
/** Above what the slowest hash that is accepted takes twice (password-hashes.ts). A process that stood still for a while must not wait for as long. */
const most = 5000;
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
      // Of a quick comparison the time is mostly that of everything around it, which does not grow with the cost.
      const seen = Math.max(milliseconds / Math.max(cost, 1), perCost * fading);
      perCost = Math.min(seen, most / (highestCost * margin));
    },
    current: () => Math.min(most, Math.max(least, Math.ceil((highestCost * perCost * margin) / step) * step)),
  };
}

/** Milliseconds to wait, at an age, for the next one at which refusals are answered: the first one, or a multiple for who is late. */
export const untilAge = (age: number, elapsed: number): number => Math.max(1, Math.ceil(elapsed / age)) * age - elapsed;
