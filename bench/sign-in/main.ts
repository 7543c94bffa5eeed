import { runBenchmark, runRounds } from '../shared/main.ts';
import { readRounds } from '../shared/options.ts';
import { table, verdictLines } from '../shared/tables.ts';
import { atLeast, median, ratioOf, type Verdict } from '../shared/verdict.ts';
import { type Measured, runPlan } from './run.ts';

const usage = `Usage: npm run bench:sign-in -- [options]

Measures sign-ins with a password, from the form to its response, compared with argon2id alone at the same cost and in
as many lanes; and token exchanges at a constant rate: alone, and beside 50 clients that try passwords. Required: the
median of the rounds is at least 0.8 of argon2id alone; the median of the ratios of p99 is at most 1.3, or the median
p99 beside the clients at most 10 ms. Exit code 1 when one is missed.

  --rounds N      rounds (5)
  --seconds N     seconds of exchanges per measurement (30): p99 is not the worst four requests
  --quick         1 round with few sign-ins: to see that it works, not to believe the figures
  --json FILE     also write all measurements, ratios and verdicts
  --profile DIR   also write a CPU profile of the platform process (which slows it)
  --no-gate       exit code 0 even so
  --help
`;

function readOptions(args: string[]) {
  const options = readRounds(args, 30);
  return { ...options, signIns: options.quick ? 30 : 150 };
}

const mostTimes = 1.3;
const mostMilliseconds = 10;

function judge(measured: readonly Measured[]): Verdict {
  const share = ratioOf(
    'sign-ins, share of argon2id alone',
    measured.map(({ platform, bare }) => platform / bare),
  );
  const times = ratioOf(
    'exchange p99 beside passwords, times alone',
    measured.map(({ alone, beside }) => beside.p99 / alone.p99),
  );
  const p99 = median(measured.map(({ beside }) => beside.p99));
  return {
    ratios: [],
    gates: [
      atLeast(share, 0.8),
      {
        title: times.title,
        measured: `${times.median.toFixed(2)} (${times.min.toFixed(2)}-${times.max.toFixed(2)}), ${p99.toFixed(1)} ms`,
        wanted: `at most ${mostTimes}, or ${mostMilliseconds} ms`,
        passed: times.median <= mostTimes || p99 <= mostMilliseconds,
      },
    ],
    doubts: measured.some(({ tried }) => tried === 0) ? ['No password was compared beside the exchanges.'] : [],
  };
}

function report(measured: readonly Measured[], verdict: Verdict): string {
  const rows = measured.map(({ round, platform, bare, alone, beside, tried }) => [
    String(round),
    ...[platform, bare, alone.p50, alone.p99, beside.p50, beside.p99].map((figure) => figure.toFixed(1)),
    String(tried),
  ]);
  const head = ['round', 'sign-ins/s', 'argon2id/s', 'alone p50 ms', 'p99 ms', 'beside p50 ms', 'p99 ms', 'tried'];
  return [table(head, rows), ...verdictLines(verdict), ''].join('\n');
}

process.exitCode = await runBenchmark(
  process.argv.slice(2),
  { readOptions, usage, sharesCores: true },
  (options, postgres) => runRounds(options, postgres, { runPlan, judge, report }),
);
