import { parseArgs } from 'node:util';
import { commonOptions, readNumber } from '../shared/options.ts';

/** The parts of the benchmark. */
export const parts = ['latency', 'positions', 'fan-out', 'deliveries', 'many-webhooks', 'exchanges'] as const;
export type Part = (typeof parts)[number];

/** The options of a run. */
export interface Options {
  help: boolean;
  /** All parts by default. */
  parts: readonly Part[];
  /** Rounds of what is not compared in pairs of slices, and starts for positions and deliveries. */
  rounds: number;
  pairs: number;
  /** Measured messages of many-webhooks. */
  messages: number;
  /** Sockets of the two fan-outs. */
  sockets: readonly [number, number];
  /** Changes whose latency is measured. */
  changes: number;
  /** File for the figures as JSON. */
  json: string | undefined;
  gate: boolean;
  /** Folder for one CPU profile of node per measured platform process. */
  profile: string | undefined;
}

export const usage = `Usage: npm run bench:events -- [options]

Measures how events arrive, in ratios taken in one run: the positions of events against an earlier way; one event
sent to 1000 and to 5000 sockets against a bare ws broadcast of the same bytes; deliveries to a receiver against a bare undici
loop; events with 1000 webhooks against events with ten; token exchanges while ten endpoints hang; and how long events take to
subscribers and receivers, idle and under load. The server has core 0 for itself, everything else the other cores. Exit code 1 when
a required value is missed or the figures cannot be believed.

  --only PART     latency, positions, fan-out, deliveries, many-webhooks or exchanges: nothing else is measured or required
  --pairs N       pairs of slices of positions, sockets and deliveries (60)
  --rounds N      rounds of many-webhooks, and starts for positions and deliveries (3), and half of the rounds of exchanges
  --quick         100 and 200 sockets, 4 pairs, 1 round: to see that it works, not to believe the figures
  --json FILE     also write all measurements, ratios and verdicts
  --no-gate       exit code 0 even so
  --profile DIR   also write a CPU profile of each measured platform process (which slows it)
  --help

DATABASE_URL_BENCH names a PostgreSQL server whose role may create databases; without it, the embedded one is used, with
its data in .data/bench. The database mandate_bench_events is created and dropped at the end.
`;

const { seconds: _unused, ...shared } = commonOptions;
const full = { rounds: 3, pairs: 60, messages: 12_000, sockets: [1000, 5000], changes: 100 } as const;
const quick = { rounds: 1, pairs: 4, messages: 800, sockets: [100, 200], changes: 10 } as const;

/** Parses the command line. Throws an Error with one sentence for an invalid option. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: { ...shared, pairs: { type: 'string' }, only: { type: 'string' } },
  });
  const standard = values.quick ? quick : full;
  return {
    ...standard,
    help: values.help,
    parts: values.only === undefined ? parts : [readPart(values.only)],
    rounds: readNumber('rounds', values.rounds, 1, 20) ?? standard.rounds,
    pairs: readNumber('pairs', values.pairs, 1, 1000) ?? standard.pairs,
    json: values.json,
    gate: values.gate,
    profile: values.profile,
  };
}

function readPart(text: string): Part {
  const part = parts.find((one) => one === text);
  if (part) return part;
  throw new Error(`--only takes one of ${parts.join(', ')}.`);
}
