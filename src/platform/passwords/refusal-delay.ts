import type { Timer } from '../timer.ts';

/**
 * The age of an attempt at which its refusal is sent: the same for every kind of hash, and for none. It is longer than
 * any comparison, so it does not reveal which one was made.
 */
interface RefusalAge {
  /** Registers that hashes of this cost are stored, as a multiple of a comparison with one of ours. */
  registerCost(cost: number): void;
  /** Records the milliseconds that an attempt has waited for its comparison. */
  observeWait(milliseconds: number): void;
  /** Records the milliseconds of a comparison with a hash of this cost. */
  observe(cost: number, milliseconds: number): void;
  /** The current age in milliseconds. */
  current(): number;
}

/** Milliseconds. An age is this one, doubled as often as necessary, so ages change rarely. */
const minAge = 300;
const maxDoublings = 7;
/** More than a comparison takes on any machine that still serves pages. Limits the effect of a pause of the process. */
const maxAge = minAge * 2 ** maxDoublings;
/**
 * A password with two forms is compared twice (passwords.ts), and a comparison may take a little longer than the
 * longest recent one.
 */
const margin = 2.5;
/** Milliseconds of a comparison with one of ours, until one was measured. */
const initialCost = 25;
/** Milliseconds for which a measurement counts, or up to twice as long: ages fall after an overload by themselves. */
const period = 120_000;

export function createRefusalAge({ now }: Pick<Timer, 'now'>): RefusalAge {
  const [perCost, waits] = [createRecent(now), createRecent(now)];
  let highestCost = 1;
  let quickest: number | undefined;
  return {
    registerCost(cost) {
      highestCost = Math.max(highestCost, cost);
    },
    observeWait: (milliseconds) => waits.add(Math.min(milliseconds, maxAge)),
    observe(cost, milliseconds) {
      // The time of a quick comparison is mostly overhead, which does not grow with the cost.
      const observed = milliseconds / Math.max(cost, 1);
      if (cost >= 1) quickest = Math.min(quickest ?? observed, observed);
      perCost.add(Math.min(observed, maxAge / (highestCost * margin)));
    },
    current() {
      const slowest = highestCost * Math.max(quickest ?? initialCost, perCost.current()) * margin;
      const doublings = Math.ceil(Math.log2((waits.current() + slowest) / minAge));
      return minAge * 2 ** Math.min(maxDoublings, Math.max(0, doublings));
    },
  };
}

/** The highest value of this period and the one before. */
function createRecent(now: () => number) {
  let [highest, before, at] = [0, 0, 0];
  const current = (): number => {
    const present = Math.floor(now() / period);
    if (present !== at) [highest, before, at] = [0, present === at + 1 ? highest : 0, present];
    return Math.max(highest, before);
  };
  return {
    current,
    add(value: number): void {
      current();
      highest = Math.max(highest, value);
    },
  };
}

/** Milliseconds until the age is reached, or the next multiple of it. */
export const untilAge = (age: number, elapsed: number): number => Math.max(1, Math.ceil(elapsed / age)) * age - elapsed;
