import { parseArgs } from 'node:util';
import { commonOptions, readNumber } from '../shared/options.ts';

/** The options of a run. */
export interface Options {
  help: boolean;
  users: number;
  rounds: number;
  seconds: number;
  warmRequests: number;
  /** File for the figures as JSON. */
  json: string | undefined;
  gate: boolean;
  /** Folder for one CPU profile of node per measured platform process. */
  profile: string | undefined;
}

export const usage = `Usage: npm run bench:exchange -- [options]

Measures what one token exchange costs, in ratios taken in one run: bare node:http, the ceiling (HTTP, one signature
checked, one made), the platform as shipped and with TOKEN_FAST_PATH=off. The server has core 0 for itself, everything else
the other cores. Exit code 1 when a required value is missed or the figures cannot be believed.

  --users N       users in the large database (100000); the small one has 1000
  --rounds N      rounds, each measuring everything once in random order (5)
  --seconds N     seconds per measurement, 1 to 6 (4), after 20000 requests or 6 seconds to warm up
  --quick         5000 users, 2 rounds, 1 second: to see that it works, not to believe the figures
  --json FILE     also write all measurements, ratios and verdicts
  --no-gate       exit code 0 even so
  --profile DIR   also write a CPU profile of each measured platform process (which slows it)
  --help

DATABASE_URL_BENCH names a PostgreSQL server whose role may create databases; without it, the embedded one is used, with
its data in .data/bench. The databases mandate_bench_large and mandate_bench_small are created and dropped at the end.
`;

const fewUsers = 1000;
const full = { users: 100_000, rounds: 5, seconds: 4, warmRequests: 20_000 };
const quick = { users: 5000, rounds: 2, seconds: 1, warmRequests: 2000 };

/** Parses the command line. Throws an Error with one sentence for an invalid option. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: { ...commonOptions, users: { type: 'string' } },
  });
  const standard = values.quick ? quick : full;
  return {
    help: values.help,
    users: readNumber('users', values.users, fewUsers, 10_000_000) ?? standard.users,
    rounds: readNumber('rounds', values.rounds, 1, 20) ?? standard.rounds,
    seconds: readNumber('seconds', values.seconds, 1, 6) ?? standard.seconds,
    warmRequests: standard.warmRequests,
    json: values.json,
    gate: values.gate,
    profile: values.profile,
  };
}
