import type { Measurement } from './measure.ts';
import {
  atLeast,
  atMost,
  disturbances,
  median,
  percent,
  type Ratio,
  ratioOf,
  type Verdict,
} from '../shared/verdict.ts';
import { type VariantName, variantNames } from './variants.ts';

/** The spread of the ceiling over the rounds, (max - min) / median, above which no measurement is reliable. */
const spreadLimit = 0.15;
const residentLimit = 200e6;

/** Judges a run by the measurements of all rounds. */
export function judgeRun(measurements: readonly Measurement[]): Verdict {
  const ratio = (title: string, over: VariantName, under: VariantName) =>
    ratioBetween(measurements, title, over, under);
  const different = ratio('all different, share of the ceiling', 'ceiling', 'shipped');
  const gain = ratio('all different, gain by the fast path', 'off', 'shipped');
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
      ratio('same tokens, gain by the fast path', 'offSame', 'shippedSame'),
      growth,
      ratio('all different, cost in bare requests', 'shipped', 'bare'),
    ],
    gates: [
      atLeast(different, 0.8),
      atLeast(gain, 1.6),
      atLeast(same, 1.4),
      atMost(growth, 1.15),
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

function ratioBetween(
  measurements: readonly Measurement[],
  title: string,
  over: VariantName,
  under: VariantName,
): Ratio {
  const byRound = new Map(measurements.map((one) => [`${one.variant} ${one.round}`, one.cpu]));
  const values = measurements
    .filter(({ variant }) => variant === under)
    .flatMap(({ round, cpu }) => {
      const other = byRound.get(`${over} ${round}`);
      return other === undefined ? [] : [other / cpu];
    });
  return ratioOf(title, values);
}

function doubtsOf(measurements: readonly Measurement[]): string[] {
  const ceiling = measurements.filter(({ variant }) => variant === 'ceiling').map(({ cpu }) => cpu);
  const spread = (Math.max(...ceiling) - Math.min(...ceiling)) / median(ceiling);
  const wrapped = measurements.filter((one) => one.wrapped);
  return [
    ...(spread > spreadLimit
      ? [
          `The ceiling itself differs by ${percent(spread)} between rounds (15 % at most): run it again on a quieter machine.`,
        ]
      : []),
    ...disturbances(measurements),
    ...(wrapped.length > 0
      ? [`"All different" tokens came again in ${wrapped.length} measurements: there were too few.`]
      : []),
  ];
}

/** The measurements of each variant, in the order of the report. */
export function byVariant(measurements: readonly Measurement[]): [VariantName, Measurement[]][] {
  return variantNames
    .map((name): [VariantName, Measurement[]] => [name, measurements.filter(({ variant }) => variant === name)])
    .filter(([, some]) => some.length > 0);
}
