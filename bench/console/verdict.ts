import { table, verdictLines } from '../shared/tables.ts';
import { type Gate, median, ratioOf, type Verdict } from '../shared/verdict.ts';
import type { Condition } from './browser.ts';

/** The measured figures: in milliseconds, and in bytes for memory. */
export type Figure = keyof typeof budgets | 'bare page' | 'memory';

/** One measured value, beside the bare page under the same condition in the same round. */
export interface Sample {
  figure: Figure;
  round: number;
  value: number;
  condition: Condition;
}

/**
 * Milliseconds that each figure may take, and how many times the bare page that is on the quiet machine that they were
 * set for: it took 100 ms there, 430 ms over Fast 4G and 1 s over Slow 4G. A slower machine is judged by the ratio.
 */
const budgets = {
  'rows on screen, cold': { most: 700, times: 7 },
  'rows on screen, cold, Fast 4G, CPU / 2': { most: 1500, times: 3.5 },
  'rows on screen, cold, Slow 4G, CPU / 4': { most: 3300, times: 3.3 },
  'frame on screen, cold, Slow 4G, CPU / 4': { most: 1000, times: 1 },
  'silent sign-in': { most: 150, times: 1.5 },
  'another page': { most: 300, times: 3 },
  'a change elsewhere is on screen': { most: 300, times: 3 },
  'long tasks while 1,000 events arrive': { most: 250, times: 2.5 },
  'slowest interaction': { most: 200, times: 2 },
  'page of 50 users, p95': { most: 50, times: 0.5 },
} as const;

/** Bytes by which 10,000 events may enlarge a tab. */
const memoryLimit = 20e6;
/** Between the bare pages of a run: their spread by their median. */
const spreadLimit = 0.5;

/** Judges a run by the samples of all rounds. */
export function judge(samples: readonly Sample[]): Verdict {
  const memory = samples.filter(({ figure }) => figure === 'memory').map(({ value }) => value);
  const bare = samples.filter(({ figure, condition }) => figure === 'bare page' && condition === 'local');
  return {
    ratios: [],
    gates: [
      ...(Object.keys(budgets) as (keyof typeof budgets)[]).map((figure) => timeGate(samples, figure)),
      memoryGate(median(memory)),
    ],
    doubts:
      spreadOf(bare.map(({ value }) => value)) > spreadLimit
        ? ['The bare page differs by more than 50 % between rounds: run it again on a quieter machine.']
        : [],
  };
}

const spreadOf = (values: readonly number[]): number => (Math.max(...values) - Math.min(...values)) / median(values);

function timeGate(samples: readonly Sample[], figure: keyof typeof budgets): Gate {
  const { most, times } = budgets[figure];
  const measured = samples.filter((sample) => sample.figure === figure);
  const milliseconds = ratioOf(
    figure,
    measured.map(({ value }) => value),
  );
  const ratio = ratioOf(
    figure,
    measured.map((sample) => sample.value / bareOf(samples, sample)),
  );
  return {
    title: figure,
    measured: `${milliseconds.median.toFixed(0)} ms (${milliseconds.min.toFixed(0)}-${milliseconds.max.toFixed(0)}), ${ratio.median.toFixed(2)} times`,
    wanted: `at most ${most} ms, or ${times} times`,
    // Without a sample the median is not a number, and the gate fails.
    passed: milliseconds.median <= most || ratio.median <= times,
  };
}

const bareOf = (samples: readonly Sample[], { round, condition }: Sample): number =>
  samples.find((one) => one.figure === 'bare page' && one.round === round && one.condition === condition)?.value ??
  Number.NaN;

const memoryGate = (bytes: number): Gate => ({
  title: 'memory of a tab after 10,000 events',
  measured: `${(bytes / 1e6).toFixed(1)} MB more`,
  wanted: `at most ${memoryLimit / 1e6} MB more`,
  passed: bytes <= memoryLimit,
});

/** The report: the bare pages, the required figures. */
export function report(samples: readonly Sample[], verdict: Verdict): string {
  const bare = samples.filter(({ figure }) => figure === 'bare page');
  const rows = [...new Set(bare.map(({ condition }) => condition))].map((condition) => {
    const values = bare.filter((one) => one.condition === condition).map(({ value }) => value);
    return [condition, ...[median(values), Math.min(...values), Math.max(...values)].map((value) => value.toFixed(0))];
  });
  return [
    table(['bare page', 'median ms', 'least', 'most'], rows),
    'Medians over the rounds; in parentheses the least and the most; "times" of the bare page of the same round.',
    '',
    ...verdictLines(verdict),
    '',
  ].join('\n');
}
