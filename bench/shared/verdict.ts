import type { Compared, Slice } from './pairs.ts';
import { type Interval, intervalOf, median } from './statistics.ts';

export { median };

/** The median of a ratio over the rounds of a run. */
export interface Ratio {
  title: string;
  median: number;
  min: number;
  max: number;
}

/** The ratio of a comparison: the median over its pairs, with its confidence interval. */
export interface PairedRatio extends Interval {
  title: string;
  pairs: number;
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
  ratios: PairedRatio[];
  gates: Gate[];
  /** Reasons why the measurements are not reliable, as sentences. */
  doubts: string[];
}

/** The requirement on the ratio of a comparison, if any. */
export interface Bar {
  least?: number;
  most?: number;
  /** The cost of a slice: the server's processor time by default. */
  cost?: (slice: Slice) => number;
}

const serverCost = ({ cpu }: Slice): number => cpu;
/** The processor time of the server and of its database. */
export const wholeCost = ({ cpu, databaseCpu }: Slice): number => cpu + databaseCpu;

/** An interval that is wider than this share of the ratio leaves open whether a bar within it is reached. */
const widest = 0.05;
/** The share of other work on the core of the server above which the ratio to a smaller program is too bad. */
const mostForeign = 0.5;

/** Judges comparisons by their bars. A ratio is the cost of the first side, divided by that of the second. */
export function judgePairs(compared: readonly Compared[], bars: Readonly<Record<string, Bar>>): Verdict {
  const judged = compared.map(({ title, pairs }) => {
    const bar = bars[title] ?? {};
    const { cost = serverCost } = bar;
    const values = pairs.map(([one, other]) => cost(one) / cost(other));
    return { bar, ratio: { title, pairs: pairs.length, ...intervalOf(values) } };
  });
  return {
    ratios: judged.map(({ ratio }) => ratio),
    gates: judged.flatMap(({ ratio, bar: { least, most } }) => [
      ...(least === undefined ? [] : [atLeast(ratio, least)]),
      ...(most === undefined ? [] : [atMost(ratio, most)]),
    ]),
    doubts: [
      ...judged
        .filter(isUndecided)
        .map(({ ratio }) => `"${ratio.title}" is undecided at ${shown(ratio)}: measure more pairs.`),
      ...disturbances(compared),
    ],
  };
}

function isUndecided({
  ratio: { low, high, median },
  bar: { least, most },
}: {
  ratio: PairedRatio;
  bar: Bar;
}): boolean {
  const bar = least ?? most;
  return bar !== undefined && !(low > bar || high < bar || (high - low) / median <= widest);
}

function disturbances(compared: readonly Compared[]): string[] {
  const share = median(compared.flatMap(({ pairs }) => pairs.flat().map(({ foreign }) => foreign)));
  return share > mostForeign ? [`Other work had ${percent(share)} of the server's core: run it again later.`] : [];
}

/** A ratio from its value in each round. */
export function ratioOf(title: string, values: readonly number[]): Ratio {
  return { title, median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

const atLeast = (ratio: Ratio | PairedRatio, least: number): Gate => ({
  title: ratio.title,
  measured: shown(ratio),
  wanted: `at least ${least}`,
  passed: ratio.median >= least,
});

export const atMost = (ratio: Ratio | PairedRatio, most: number): Gate => ({
  title: ratio.title,
  measured: shown(ratio),
  wanted: `at most ${most}`,
  passed: ratio.median <= most,
});

/** The median; in parentheses its confidence interval, or the least and the most of the rounds. */
export function shown(ratio: Ratio | PairedRatio): string {
  const [low, high] = 'low' in ratio ? [ratio.low, ratio.high] : [ratio.min, ratio.max];
  return `${ratio.median.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;
}

/** Resident memory must stay below a limit, in megabytes. */
export const memoryGate = (title: string, bytes: number, limit: number): Gate => ({
  title,
  measured: `${(bytes / 1e6).toFixed(0)} MB`,
  wanted: `less than ${limit} MB`,
  passed: bytes < limit * 1e6,
});

const percent = (share: number): string => `${Math.round(share * 100)} %`;
