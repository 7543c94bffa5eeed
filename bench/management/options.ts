import { parseArgs } from 'node:util';
import { pairedOptions, readNumber, titlesWith } from '../shared/options.ts';
import { comparisons } from './verdict.ts';

/** The options of a run. */
export interface Options {
  help: boolean;
  users: number;
  /** The titles of the comparisons. */
  titles: readonly string[];
  starts: number;
  pairs: number;
  /** Conversations of a part of the warm-up. */
  warmConversations: number;
  /** File for the figures as JSON. */
  json: string | undefined;
  gate: boolean;
  /** Folder for one CPU profile of node per measured platform process. */
  profile: string | undefined;
}

export const usage = `Usage: npm run bench:management -- [options]

Measures what the Management API costs, in ratios taken in one run: create, update, suspend and delete of a user through GraphQL and
REST against the same writes with bare Prisma and bare SQL; a page of 100 users with roles and organizations against bare SQL; searches;
with many users and with 1000. The server has core 0 for itself, everything else the other cores. Exit code 1 when a required
value is missed or the figures cannot be believed.

  --users N       users in the large database (1000000); the small one has 1000
  --pairs N       pairs of slices of each comparison (80), with servers that are started twice
  --only TEXT     only the comparisons whose title contains this: nothing else is measured or required
  --quick         20000 users, 4 pairs: to see that it works, not to believe the figures
  --json FILE     also write all measurements, ratios and verdicts
  --no-gate       exit code 0 even so
  --profile DIR   also write a CPU profile of each measured platform process (which slows it)
  --help

DATABASE_URL_BENCH names a PostgreSQL server whose role may create databases; without it, the embedded one is used, with
its data in .data/bench. The databases mandate_bench_management_large and _small are created and dropped at the end.
`;

const full = { users: 1_000_000, starts: 2, pairs: 80, warmConversations: 150 };
const quick = { users: 20_000, starts: 1, pairs: 4, warmConversations: 10 };

/** Parses the command line. Throws an Error with one sentence for an invalid option. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: { ...pairedOptions, users: { type: 'string' }, only: { type: 'string', default: '' } },
  });
  const standard = values.quick ? quick : full;
  return {
    help: values.help,
    users: readNumber('users', values.users, 1000, 6_000_000) ?? standard.users,
    pairs: readNumber('pairs', values.pairs, 1, 1000) ?? standard.pairs,
    titles: titlesWith(values.only, Object.keys(comparisons)),
    starts: standard.starts,
    warmConversations: standard.warmConversations,
    json: values.json,
    gate: values.gate,
    profile: values.profile,
  };
}
