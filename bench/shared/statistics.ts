/** A median, and the bounds of its confidence interval. */
export interface Interval {
  median: number;
  low: number;
  high: number;
}

const confidence = 0.95;

/**
 * The median with its 95 % confidence interval by order statistics: the values of the ranks between which the median of
 * the distribution lies, of whatever form it is, because each value is above it with a probability of one half (the
 * interval of the sign test). Without enough values the bounds are not numbers.
 */
export function intervalOf(values: readonly number[]): Interval {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = lowerRank(sorted.length);
  return {
    median: median(sorted),
    low: sorted[rank - 1] ?? Number.NaN,
    high: sorted[sorted.length - rank] ?? Number.NaN,
  };
}

/** The greatest rank, from 1, so that fewer values lie below the median with at most 2.5 %; 0 if there is none. */
function lowerRank(count: number): number {
  let probability = 0.5 ** count;
  let below = 0;
  let rank = 0;
  for (; rank <= count; rank++) {
    below += probability;
    if (below > (1 - confidence) / 2) break;
    probability *= (count - rank) / (rank + 1);
  }
  return rank;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The smallest value that this share of them does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
