import { parseArgs } from 'node:util';
import { pause } from './load.ts';

/** What a run was asked for. */
export interface Options {
  help: boolean;
  rounds: number;
  seed: number;
  /** Milliseconds from the beginning of one round to the next. */
  pace: number;
  /** Races endings instead of breaking things. */
  endings: boolean;
  /** Endings of each kind. */
  changes: number;
  /** Minutes after which a race of endings is given up. */
  minutes: number;
}

export const usage = `Usage: npm run chaos -- [options]

Two platform processes with a PostgreSQL and a Redis of their own, five webhooks, four subscribers, and four clients that change
users, roles and organizations, each of them going on ${pause} ms after its last answer on average. In every round something breaks:
a process is killed (SIGKILL) or stands still for a while (SIGSTOP), PostgreSQL is stopped at once and started again, Redis goes away
for a while, a receiver fails, hangs, cuts off, resets or asks for a pause. Rounds overlap: the next one begins while the last one is
being recovered from. Many blows are aimed: at a process of which a receiver has a request unanswered, that is fanning events out, or
that has just acknowledged a mutation; and once in twenty rounds a process stands still for longer than what it took stays its own.
Afterwards everything that was done, told and heard is held against the database. Exit code 1, with the differences by name,
when anything was lost, invented, doubled or told out of order.

  --rounds N   how often something breaks, 1 to 1000 (100)
  --seed N     chooses what breaks and what clients do; printed by every run (drawn by lot)
  --pace MS    milliseconds from one round to the next, 200 to 60000 (1500)
  --help

With --endings, the two processes race endings against what is under way: a user is signed out everywhere, gets another password, is
suspended and reactivated, or is deleted; an application is suspended and reactivated, or is deleted. At each change 16 requests are
under way on either process, from the password to the refresh and the exchange. Afterwards everything that they brought is tried:
sessions, sign-in pages, codes, refresh tokens, access tokens, pushed requests. Exit code 1, with each survivor by name, when anything
from before a change still works after it was acknowledged, when a request is answered with 5xx, or when time runs out.

  --changes N  changes of each kind, 1 to 1000 (200)
  --minutes N  how long it may take, 1 to 240 (120)
  --seed N     as above
`;

/** Reads the command line. Throws an Error with one sentence for what cannot be used. */
export function readOptions(args: string[], drawnSeed: number): Options {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '100' },
      seed: { type: 'string', default: `${drawnSeed}` },
      pace: { type: 'string', default: '1500' },
      endings: { type: 'boolean', default: false },
      changes: { type: 'string', default: '200' },
      minutes: { type: 'string', default: '120' },
    },
  });
  return {
    help: values.help,
    rounds: readWhole('rounds', values.rounds, 1, 1000),
    seed: readWhole('seed', values.seed, 0, 2 ** 32 - 1),
    pace: readWhole('pace', values.pace, 200, 60_000),
    endings: values.endings,
    changes: readWhole('changes', values.changes, 1, 1000),
    minutes: readWhole('minutes', values.minutes, 1, 240),
  };
}

function readWhole(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Error(`--${name} must be a whole number from ${least} to ${most}.`);
}
