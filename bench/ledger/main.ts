import { parseArgs } from 'node:util';
import { runBenchmark, runRounds } from '../shared/main.ts';
import { commonOptions, readNumber } from '../shared/options.ts';
import { table, verdictLines } from '../shared/tables.ts';
import { atMost, type Gate, median, ratioOf, type Verdict } from '../shared/verdict.ts';
import { type Measured, p95, runPlan } from './run.ts';

const usage = `Usage: npm run bench:ledger -- [options]

Measures the ledger of token exchanges over 30 days: the first page of each filter and one in the middle, compared with one
statement that finds the same rows, edges over all days, compared with a ledger of 10,000 rows, and what it costs to sum
rows up by day. Required: a page at most 3 times the bare statement, edges at most 1.5 times those of the small ledger, 95
of 100 of each below 50 ms, and at most 3 microseconds to count a row. Exit code 1 when one is missed.

  --rows N        rows of the ledger (10,000,000: 4 GB on the disk)
  --rounds N      times that each page is read, and the bare statement after it (50)
  --quick         100,000 rows, 10 rounds: to see that it works, not to believe the figures
  --json FILE     also write all measurements, ratios and verdicts
  --no-gate       exit code 0 even so
  --help
`;

function readOptions(args: string[]) {
  const { help, rounds, quick, json, gate } = commonOptions;
  const options = { help, rounds, quick, json, gate, rows: { type: 'string' } } as const;
  const { values } = parseArgs({ args, allowNegative: true, options });
  return {
    help: values.help,
    gate: values.gate,
    json: values.json,
    profile: undefined,
    rows: readNumber('rows', values.rows, 10_000, 1_000_000_000) ?? (values.quick ? 100_000 : 10_000_000),
    rounds: readNumber('rounds', values.rounds, 1, 1000) ?? (values.quick ? 10 : 50),
  };
}

const [mostOfBare, mostOfSmall, mostMilliseconds, mostToCount] = [3, 1.5, 50, 3] as const;

const quick = (title: string, times: readonly number[]): Gate => ({
  title: `${title}, 95 of 100`,
  measured: `${p95(times).toFixed(1)} ms`,
  wanted: `less than ${mostMilliseconds} ms`,
  passed: p95(times) < mostMilliseconds,
});
const pairs = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((value, index) => value / (other[index] ?? Number.NaN));

function judge({ pages, edges, counting }: Measured): Verdict {
  const gates = [
    ...pages.flatMap(({ title, page, bare }) => [
      atMost(ratioOf(`page ${title}, times bare SQL`, pairs(page, bare)), mostOfBare),
      quick(`page ${title}`, page),
    ]),
    atMost(ratioOf('edges, times those of the small ledger', pairs(edges.large, edges.small)), mostOfSmall),
    quick('edges', edges.large),
    {
      title: 'counting a row',
      measured: `${counting.toFixed(2)} µs`,
      wanted: `at most ${mostToCount} µs`,
      passed: counting <= mostToCount,
    },
  ];
  return { ratios: [], gates, doubts: [] };
}

function report({ rows, pages, edges }: Measured, verdict: Verdict): string {
  const cells = (times: readonly number[]) => [median(times).toFixed(2), p95(times).toFixed(2)];
  const head = [`${rows} rows, ms`, 'median', 'p95', 'bare median', 'p95'];
  const lines = [
    ...pages.map(({ title, page, bare }) => [`page ${title}`, ...cells(page), ...cells(bare)]),
    ['edges (bare: the small ledger)', ...cells(edges.large), ...cells(edges.small)],
  ];
  return [table(head, lines), ...verdictLines(verdict), ''].join('\n');
}

process.exitCode = await runBenchmark(
  process.argv.slice(2),
  { readOptions, usage, sharesCores: true },
  (options, postgres) => runRounds(options, postgres, { runPlan, judge, report }),
);
