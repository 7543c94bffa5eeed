import type { Measurement } from './measure.ts';
import { type VariantName, variantNames } from './variants.ts';

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

/** The spread of the ceiling over the rounds, (most - least) / median, above which nothing else can be believed either. */
const spreadLimit = 0.15;
/** The share of the server's core that other work may take. */
const foreignLimit = 0.1;
const residentLimit = 200e6;

/** Judges a run: all measurements of all rounds. */
export function judgeRun(measurements: readonly Measurement[]): Verdict {
  const ratio = (title: string, over: VariantName, under: VariantName) => ratioOf(measurements, title, over, under);
  const different = ratio('all different, share of the ceiling', 'ceiling', 'shipped');
  const gain = ratio('all different, gain by the short cut', 'off', 'shipped');
  const same = ratio('same tokens, share of the ceiling', 'ceiling', 'shippedSame');
  const growth = ratio('many users to few, all different', 'shipped', 'small');
  const resident = Math.max(
    ...measurements.filter(({ variant }) => shippedAtFullSize.includes(variant)).map((one) => one.resident),
  );
  return {
    ratios: [
      different,
      same,
      gain,
      ratio('same tokens, gain by the short cut', 'offSame', 'shippedSame'),
      growth,
      ratio('all different, cost in bare requests', 'shipped', 'bare'),
    ],
    gates: [
      atLeast(different, 0.65),
      atLeast(gain, 1.6),
      atLeast(same, 1.2),
      { title: growth.title, measured: shown(growth), wanted: 'at most 1.15', passed: growth.median <= 1.15 },
      {
        title: 'resident memory',
        measured: `${(resident / 1e6).toFixed(0)} MB`,
        wanted: 'less than 200 MB',
        passed: resident < residentLimit,
      },
    ],
    doubts: doubtsOf(measurements),
  };
}

const shippedAtFullSize: VariantName[] = ['shipped', 'shippedSame'];

function atLeast(ratio: Ratio, least: number): Gate {
  return { title: ratio.title, measured: shown(ratio), wanted: `at least ${least}`, passed: ratio.median >= least };
}

function ratioOf(measurements: readonly Measurement[], title: string, over: VariantName, under: VariantName): Ratio {
  const byRound = new Map(measurements.map((one) => [`${one.variant} ${one.round}`, one.cpu]));
  const values = measurements
    .filter(({ variant }) => variant === under)
    .flatMap(({ round, cpu }) => {
      const other = byRound.get(`${over} ${round}`);
      return other === undefined ? [] : [other / cpu];
    });
  return { title, median: median(values), min: Math.min(...values), max: Math.max(...values), rounds: values.length };
}

function doubtsOf(measurements: readonly Measurement[]): string[] {
  const ceiling = measurements.filter(({ variant }) => variant === 'ceiling').map(({ cpu }) => cpu);
  const spread = (Math.max(...ceiling) - Math.min(...ceiling)) / median(ceiling);
  const disturbed = measurements.filter(({ foreignShare }) => foreignShare > foreignLimit);
  const wrapped = measurements.filter((one) => one.wrapped);
  return [
    ...(spread > spreadLimit
      ? [
          `The ceiling itself differs by ${percent(spread)} between rounds (15 % at most): run it again on a quieter machine.`,
        ]
      : []),
    ...(disturbed.length > 0
      ? [
          `Other work took more than ${percent(foreignLimit)} of the server's core in ${disturbed.length} of ${measurements.length} measurements.`,
        ]
      : []),
    ...(wrapped.length > 0
      ? [`"All different" tokens came again in ${wrapped.length} measurements: there were too few.`]
      : []),
  ];
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function shown({ median, min, max }: Pick<Ratio, 'median' | 'min' | 'max'>): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}-${max.toFixed(2)})`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The measurements of each variant, in the order in which they are told of. */
export function byVariant(measurements: readonly Measurement[]): [VariantName, Measurement[]][] {
  return variantNames
    .map((name): [VariantName, Measurement[]] => [name, measurements.filter(({ variant }) => variant === name)])
    .filter(([, some]) => some.length > 0);
}
