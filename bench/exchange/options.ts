import { parseArgs } from 'node:util';
import { pairedOptions, readNumber } from '../shared/options.ts';

/** The options of a run. */
export interface Options {
  help: boolean;
  users: number;
  starts: number;
  pairs: number;
  warmRequests: number;
  /** A commit to compare with, or "none". By default the last version. */
  against: string | undefined;
  /** File for the figures as JSON. */
  json: string | undefined;
  gate: boolean;
  /** Folder for one CPU profile of node per measured platform process. */
  profile: string | undefined;
}

export const usage = `Usage: npm run bench:exchange -- [options]

Measures what one token exchange costs, and compares it with the last version, with bare node:http, with the ceiling (HTTP,
one signature checked, one made), with TOKEN_FAST_PATH=off, with EXCHANGE_LEDGER=off and =durable, with every rule for
every application, and with few users.
What is compared takes turns of a fraction of a second; each ratio is the median over many pairs. The servers have core 0 for themselves, everything else the other cores.
Exit code 1 when a required value is missed or the figures cannot be believed.

  --against COMMIT  the commit to compare with, built in a temporary worktree; "none" for no comparison. By default the
                    last version: the tag of "version" in package.json, or else the commit that set it
  --users N         users in the large database (100000); the small one has 1000
  --pairs N         pairs of each comparison (100), with servers that are started four times
  --quick           5000 users, 6 pairs: to see that it works, not to believe the figures
  --json FILE       also write all measurements, ratios and verdicts
  --no-gate         exit code 0 even so
  --profile DIR     also write a CPU profile of each measured platform process (which slows it)
  --help

DATABASE_URL_BENCH names a PostgreSQL server whose role may create databases; without it, the embedded one is used, with
its data in .data/bench. The databases mandate_bench_large, _small, _ruled and _against are created and dropped at the end.
`;

const fewUsers = 1000;
const full = { users: 100_000, starts: 4, pairs: 100, warmRequests: 1000 };
const quick = { users: 5000, starts: 1, pairs: 6, warmRequests: 100 };

/** Parses the command line. Throws an Error with one sentence for an invalid option. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: { ...pairedOptions, users: { type: 'string' }, against: { type: 'string' } },
  });
  const standard = values.quick ? quick : full;
  return {
    help: values.help,
    users: readNumber('users', values.users, fewUsers, 10_000_000) ?? standard.users,
    pairs: readNumber('pairs', values.pairs, 1, 1000) ?? standard.pairs,
    starts: standard.starts,
    warmRequests: standard.warmRequests,
    against: values.against,
    json: values.json,
    gate: values.gate,
    profile: values.profile,
  };
}
