import { parseArgs } from 'node:util';
import { runBenchmark, runRounds } from '../shared/main.ts';
import { commonOptions, roundsOf, titlesWith } from '../shared/options.ts';
import { table, verdictLines } from '../shared/tables.ts';
import { median, ratioOf, type Verdict } from '../shared/verdict.ts';
import { constantDoubts } from './constant.ts';
import type { Load } from './loads/load.ts';
import { loads, type Measured, runPlan } from './run.ts';

const usage = `Usage: npm run bench:isolation -- [options]

Measures token exchanges at a constant rate: alone, and next to loads: dry runs and bulk operations in a loop, imports of
line breaks, slow importers, slow readers of an export, many different subscriptions, answers that store backup codes,
and jobs. Each round measures every load, with exchanges alone directly before it. Required: the median of the rounds'
ratios of p99 is at most 2, or the median p99 beside the load at most 10 ms beside dry runs and bulk operations, 15 ms
beside the others. Exit code 1 when one is missed.

  --rounds N      rounds (5)
  --seconds N     seconds per measurement (10)
  --only TEXT     only the loads whose title contains this: nothing else is measured or required
  --quick         1 round of 2 seconds: to see that it works, not to believe the figures
  --json FILE     also write all measurements, ratios and verdicts
  --profile DIR   also write a CPU profile of the platform process (which slows it)
  --no-gate       exit code 0 even so
  --help
`;

function readOptions(args: string[]) {
  const options = { ...commonOptions, only: { type: 'string', default: '' } } as const;
  const { values } = parseArgs({ args, allowNegative: true, options });
  return { ...roundsOf(values), loads: loadsWith(values.only) };
}

function loadsWith(text: string): readonly Load[] {
  const titles = titlesWith(
    text,
    loads.map(({ title }) => title),
  );
  return loads.filter(({ title }) => titles.includes(title));
}

const mostTimes = 2;
/** The most that p99 of exchanges alone may differ between measurements: the greatest to the least. */
const mostDifference = 3;

function judge(measured: readonly Measured[]): Verdict {
  const gates = measuredLoads(measured).map(({ title, mostMilliseconds }) => {
    const rounds = measured.filter(({ load }) => load === title);
    const ratio = ratioOf(
      title,
      rounds.map(({ alone, beside }) => beside.p99 / alone.p99),
    );
    const p99 = median(rounds.map(({ beside }) => beside.p99));
    return {
      title: `p99 beside ${title}`,
      measured: `${ratio.median.toFixed(2)} times alone (${ratio.min.toFixed(2)}-${ratio.max.toFixed(2)}), ${p99.toFixed(1)} ms`,
      wanted: `at most ${mostTimes} times, or ${mostMilliseconds} ms`,
      passed: ratio.median <= mostTimes || p99 <= mostMilliseconds,
    };
  });
  const constant = measured.map((round) => round.constant);
  const strictest = Math.min(...measuredLoads(measured).map(({ mostMilliseconds }) => mostMilliseconds));
  const doubts = [...idleLoads(measured), ...differences(measured), ...constantDoubts(constant, strictest)];
  return { ratios: [], gates, doubts };
}

const measuredLoads = (measured: readonly Measured[]): readonly Load[] =>
  loads.filter(({ title }) => measured.some(({ load }) => load === title));

const idleLoads = (measured: readonly Measured[]): string[] =>
  loads
    .filter(({ title, expects }) => measured.some(({ load, answered }) => load === title && !answered[expects]))
    .map(({ title }) => `The load "${title}" completed nothing in some round.`);

function differences(measured: readonly Measured[]): string[] {
  const alone = measured.map(({ alone: { p99 } }) => p99);
  const [least, most] = [Math.min(...alone), Math.max(...alone)];
  if (most <= least * mostDifference) return [];
  return [
    `p99 of exchanges alone was ${least.toFixed(1)} to ${most.toFixed(1)} ms: other work of the machine disturbed the run.`,
  ];
}

function report(measured: readonly Measured[], verdict: Verdict): string {
  const rows = measured.map(({ load, round, alone, beside, answered }) => [
    `${load} (${round})`,
    ...[alone, beside].flatMap(({ p50, p99 }) => [p50.toFixed(1), p99.toFixed(1)]),
    Object.entries(answered)
      .map(([status, count]) => `${count} x ${status}`)
      .join(', '),
  ]);
  const head = ['beside (round)', 'alone p50 ms', 'p99 ms', 'beside p50 ms', 'p99 ms', 'answers to the load'];
  return [table(head, rows), ...verdictLines(verdict), ''].join('\n');
}

process.exitCode = await runBenchmark(process.argv.slice(2), { readOptions, usage }, (options, postgres) =>
  runRounds(options, postgres, { runPlan, judge, report }),
);
