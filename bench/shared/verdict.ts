/** A ratio of two processor times of the same round, over all rounds: machines differ, ratios hardly. */
export interface Ratio {
  title: string;
  median: number;
  min: number;
  max: number;
  rounds: number;
}

/** A requirement, and whether it was met. */
export interface Gate {
  title: string;
  /** As printed, for example "0.71 (0.69-0.73)". */
  measured: string;
  wanted: string;
  passed: boolean;
}

export interface Verdict {
  ratios: Ratio[];
  gates: Gate[];
  /** Reasons why the measurements are not reliable, as sentences. */
  doubts: string[];
}

/** The maximum share of other work on the core of the server. */
const foreignLimit = 0.1;

/** A ratio from its value in each round. */
export function ratioOf(title: string, values: readonly number[]): Ratio {
  return { title, median: median(values), min: Math.min(...values), max: Math.max(...values), rounds: values.length };
}

export const atLeast = (ratio: Ratio, least: number): Gate => ({
  title: ratio.title,
  measured: shown(ratio),
  wanted: `at least ${least}`,
  passed: ratio.median >= least,
});

export const atMost = (ratio: Ratio, most: number): Gate => ({
  title: ratio.title,
  measured: shown(ratio),
  wanted: `at most ${most}`,
  passed: ratio.median <= most,
});

/** Reports too large differences between rounds, and other work, as sentences. */
export function disturbances(measurements: readonly { foreignShare: number }[]): string[] {
  const disturbed = measurements.filter(({ foreignShare }) => foreignShare > foreignLimit);
  if (disturbed.length === 0) return [];
  const share = percent(foreignLimit);
  return [
    `Other work took more than ${share} of the server's core in ${disturbed.length} of ${measurements.length} measurements.`,
  ];
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export const shown = ({ median, min, max }: Pick<Ratio, 'median' | 'min' | 'max'>): string =>
  `${median.toFixed(2)} (${min.toFixed(2)}-${max.toFixed(2)})`;

export const percent = (share: number): string => `${Math.round(share * 100)} %`;
