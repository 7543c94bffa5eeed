import { parseArgs } from 'node:util';
import { commonOptions, readNumber } from '../shared/options.ts';
import { type Condition, conditions } from './browser.ts';

export const usage = `Usage: npm run bench:console -- [options]

Measures the console in Chromium, with 1000000 users: how long until the list of users is on screen, with an empty
cache, here and over slower connections; the silent sign-in; another page; a change elsewhere; long tasks while events
arrive; interactions; the memory of a tab; the query of a list. Each figure has a budget in milliseconds, and a multiple
of a bare page: the smallest document of the same platform with the least script that signs in and shows the users. One
of the two must be kept. Exit code 1 when a budget is missed or the figures cannot be believed.

  --users N       users (1000000)
  --rounds N      rounds, each measuring everything once (5)
  --quick         20000 users, 1 round, 1000 events for the memory: to see that it works, not to believe the figures
  --json FILE     also write all measurements and verdicts
  --profile DIR   also write a CPU profile of the platform process (which slows it)
  --no-gate       exit code 0 even so
  --help

Needs Chromium, which npm test installs. DATABASE_URL_BENCH names a PostgreSQL server whose role may create databases;
without it, the embedded one is used, with its data in .data/bench.
`;

// Every figure is measured until it is complete, not for some seconds.
const { seconds: _unused, ...shared } = commonOptions;

/** Parses the command line. Throws an Error with one sentence for an invalid option. */
export function readOptions(args: string[]) {
  const { values } = parseArgs({ args, allowNegative: true, options: { ...shared, users: { type: 'string' } } });
  const { help, gate, json, profile, quick } = values;
  const users = readNumber('users', values.users, 1000, 6_000_000) ?? (quick ? 20_000 : 1_000_000);
  return {
    help,
    gate,
    json,
    profile,
    scale: { users },
    rounds: readNumber('rounds', values.rounds, 1, 50) ?? (quick ? 1 : 5),
    conditions: Object.keys(conditions) as Condition[],
    manyEvents: quick ? 1000 : 10_000,
  };
}
