import { runBenchmark, runRounds } from '../shared/main.ts';
import { readRounds as readOptions } from '../shared/options.ts';
import { table, verdictLines } from '../shared/tables.ts';
import { median, ratioOf, type Verdict } from '../shared/verdict.ts';
import { loads, type Measured, runPlan } from './run.ts';

const usage = `Usage: npm run bench:isolation -- [options]

Measures token exchanges at a constant rate: alone, and next to 24 clients that send dry runs, or bulk operations, in a loop.
Each round measures every load, with exchanges alone directly before it. Required: the median of the rounds' ratios of p99 is at most 2, or the median
p99 beside the load at most 10 ms. Exit code 1 when one is missed.

  --rounds N      rounds (5)
  --seconds N     seconds per measurement (10)
  --quick         1 round of 2 seconds: to see that it works, not to believe the figures
  --json FILE     also write all measurements, ratios and verdicts
  --profile DIR   also write a CPU profile of the platform process (which slows it)
  --no-gate       exit code 0 even so
  --help
`;

const mostTimes = 2;
const mostMilliseconds = 10;

function judge(measured: readonly Measured[]): Verdict {
  const gates = loads.map(({ title }) => {
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
  const idle = measured.filter(({ answered }) => (answered[200] ?? 0) === 0);
  return { ratios: [], gates, doubts: idle.map(({ load }) => `The load "${load}" completed nothing.`) };
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
