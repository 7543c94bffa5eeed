/** A ratio of two processor times taken in the same round, over all rounds: machines differ, ratios hardly. */
export interface Ratio {
  title: string;
  median: number;
  min: number;
  max: number;
  rounds: number;
}

/** A required value, and whether it was reached. */
export interface Gate {
  title: string;
  /** As it is printed, for instance "0.71 (0.69-0.73)". */
  measured: string;
  wanted: string;
  passed: boolean;
}

export interface Verdict {
  ratios: Ratio[];
  gates: Gate[];
  /** Reasons for not believing the figures: sentences. */
  doubts: string[];
}

/** The share of the server's core that other work may take. */
const foreignLimit = 0.1;

/** A ratio from its values, one per round. */
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

/** Whether something differed too much between rounds, and whether other work was going on: sentences. */
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
