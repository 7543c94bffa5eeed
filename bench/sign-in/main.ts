import { parseArgs } from 'node:util';
import { constantDoubts } from '../isolation/constant.ts';
import { runBenchmark, runRounds } from '../shared/main.ts';
import { commonOptions, readNumber } from '../shared/options.ts';
import { costCells, costHead, costNotes, table, verdictLines } from '../shared/tables.ts';
import { judgePairs, median, ratioOf, shown, type Verdict } from '../shared/verdict.ts';
import { type Measured, runPlan, signInsTitle } from './run.ts';
import { byPasswordTitle } from './upstream.ts';

const usage = `Usage: npm run bench:sign-in -- [options]

Measures sign-ins with a password, from the form to its response, compared with argon2id alone at the same cost: processor
time in slices that alternate. Sign-ins with an identity provider, compared with those with a password, and with
openid-client alone. And token exchanges at a constant rate: alone, and beside 50 clients that try passwords.
Required: at least 0.8 of argon2id alone; with an identity provider at most the time of a password; the median of the
ratios of p99 is at most 1.3, or the median p99 beside the clients at most 10 ms. Exit code 1 when one is missed.

  --pairs N       pairs of slices of sign-ins (60)
  --rounds N      rounds of exchanges (5)
  --seconds N     seconds of exchanges per measurement (30): p99 is not the worst four requests
  --quick         4 pairs, 1 round: to see that it works, not to believe the figures
  --json FILE     also write all measurements, ratios and verdicts
  --profile DIR   also write a CPU profile of the platform process (which slows it)
  --no-gate       exit code 0 even so
  --help
`;

function readOptions(args: string[]) {
  const { values } = parseArgs({ args, allowNegative: true, options: { ...commonOptions, pairs: { type: 'string' } } });
  const { quick, help, gate, json, profile } = values;
  return {
    help,
    gate,
    json,
    profile,
    pairs: readNumber('pairs', values.pairs, 1, 200) ?? (quick ? 4 : 60),
    rounds: readNumber('rounds', values.rounds, 1, 50) ?? (quick ? 1 : 5),
    seconds: readNumber('seconds', values.seconds, 1, 60) ?? (quick ? 2 : 30),
  };
}

const mostTimes = 1.3;
const mostMilliseconds = 10;

function judge({ compared, rounds }: Measured): Verdict {
  const { ratios, gates, doubts } = judgePairs(compared, {
    [signInsTitle]: { least: 0.8 },
    [byPasswordTitle]: { least: 1 },
  });
  const times = ratioOf(
    'exchange p99 beside passwords, times alone',
    rounds.map(({ alone, beside }) => beside.p99 / alone.p99),
  );
  const p99 = median(rounds.map(({ beside }) => beside.p99));
  return {
    ratios,
    gates: [
      ...gates,
      {
        title: times.title,
        measured: `${shown(times)}, ${p99.toFixed(1)} ms`,
        wanted: `at most ${mostTimes}, or ${mostMilliseconds} ms`,
        passed: times.median <= mostTimes || p99 <= mostMilliseconds,
      },
    ],
    doubts: [
      ...doubts,
      ...constantDoubts(
        rounds.map(({ constant }) => constant),
        mostMilliseconds,
      ),
      ...(rounds.some(({ tried }) => tried === 0) ? ['No password was compared beside the exchanges.'] : []),
    ],
  };
}

function report({ compared, rounds }: Measured, verdict: Verdict): string {
  const costs = compared.flatMap(({ sides }) => sides.map((title) => [title, ...costCells(compared, title, 0)]));
  const rows = rounds.map(({ round, alone, beside, constant, tried }) => [
    String(round),
    ...[alone.p50, alone.p99, beside.p50, beside.p99, constant.p99].map((figure) => figure.toFixed(1)),
    String(tried),
  ]);
  return [
    table(['sign-ins', ...costHead], costs),
    ...costNotes,
    '',
    table(['round', 'alone p50 ms', 'p99 ms', 'beside p50 ms', 'p99 ms', 'constant p99 ms', 'tried'], rows),
    '',
    ...verdictLines(verdict),
    '',
  ].join('\n');
}

process.exitCode = await runBenchmark(
  process.argv.slice(2),
  { readOptions, usage, sharesCores: true },
  (options, postgres) => runRounds(options, postgres, { runPlan, judge, report }),
);
