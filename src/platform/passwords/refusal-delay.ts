/**
 * The age of an attempt at which its refusal is sent: the same for every kind of hash, and for none. It is longer than
 * any comparison, so it does not reveal which one was made.
 */
interface RefusalAge {
  /** Registers that hashes of this cost are stored, as a multiple of a comparison with one of ours. */
  registerCost(cost: number): void;
  /** Records the milliseconds of a comparison with a hash of this cost. */
  observe(cost: number, milliseconds: number): void;
  /** The current age in milliseconds. */
  current(): number;
}

const minAge = 300;
/**
 * More than two comparisons with the slowest accepted hash take (password-hashes.ts). Limits the effect of a pause of
 * the process.
 */
const maxAge = 5000;
/** Ages are multiples of this, so they change rarely. */
const step = 100;
/**
 * A password with two forms is compared twice (passwords.ts), and a comparison may take a little longer than the
 * longest recent one.
 */
const margin = 2.5;
/** Initial milliseconds of a comparison with one of ours, and the factor by which a longer time decays. */
const initialCost = 25;
const decay = 0.99;

export function createRefusalAge(): RefusalAge {
  let [highestCost, perCost] = [1, initialCost];
  return {
    registerCost(cost) {
      highestCost = Math.max(highestCost, cost);
    },
    observe(cost, milliseconds) {
      // The time of a quick comparison is mostly overhead, which does not grow with the cost.
      const observed = Math.max(milliseconds / Math.max(cost, 1), perCost * decay);
      perCost = Math.min(observed, maxAge / (highestCost * margin));
    },
    current: () => Math.min(maxAge, Math.max(minAge, Math.ceil((highestCost * perCost * margin) / step) * step)),
  };
}

/** Milliseconds until the age is reached, or the next multiple of it. */
export const untilAge = (age: number, elapsed: number): number => Math.max(1, Math.ceil(elapsed / age)) * age - elapsed;
