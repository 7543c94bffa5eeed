import { parseArgs } from 'node:util';
import { pause } from './load/load.ts';

/** The options of a run. */
export interface Options {
  help: boolean;
  rounds: number;
  seed: number;
  /** Milliseconds from the start of one round to the next. */
  pace: number;
  /** Races endings instead of causing faults. */
  endings: boolean;
  /** APIs follow what ended during the faults. */
  revocations: boolean;
  /** Tokens are exchanged during the faults. */
  ledger: boolean;
  /** People sign up and sign in during the faults. */
  people: boolean;
  /** Kills a primary of PostgreSQL and promotes its standby. */
  failover: boolean;
  /** Restores a backup to a point in time. */
  restore: boolean;
  /** Restarts the processes in turn. */
  rolling: boolean;
  /** Number of endings per kind. */
  changes: number;
  /** Minutes after which a race of endings is aborted. */
  minutes: number;
}

export const usage = `Usage: npm run chaos -- [options]

Runs two platform processes with a PostgreSQL and a Redis of their own, five webhooks, four subscribers, and four clients
that change users, roles and organizations, on average ${pause} ms after their last response. Every round causes a fault: a
process is killed (SIGKILL) or frozen (SIGSTOP), PostgreSQL crashes and restarts, Redis is stopped for a while, or a receiver
fails, hangs, closes or resets connections, or requests a pause. Rounds overlap: the next one starts during the recovery from
the last one. Many faults wait for a moment at which they can do harm: a process is sending a delivery, is fanning events
out, or has just acknowledged a mutation. Once in twenty rounds a process is frozen for longer than its leases last.
Afterwards, the responses and the received events are compared with the database. Exit code 1, with the differences, if an
event was lost, invented, duplicated or reordered.

  --rounds N   number of faults, 1 to 1000 (100)
  --seed N     determines the faults and the actions of clients; printed by every run (random)
  --pace MS    milliseconds from one round to the next, 200 to 60000 (1500)
  --help

With --people, three people sign up with codes by email and sign in, or do both with an identity provider, with any process
and form after form, while processes are killed, PostgreSQL crashes, the mail server refuses mails or is away, and the
identity provider is away. Exit code 1 if a sign-up, sign-in or code that a page acknowledged is lost, an account is created
or an identity linked twice, or a code is accepted without a charged attempt.

With --endings, the two processes race endings against requests in progress: a user is signed out everywhere, gets another
password, is suspended and reactivated, or is deleted; an application is suspended and reactivated, or is deleted. During each
change 16 requests are in progress on either process, from the password to the refresh and the exchange. Afterwards everything
that they returned is tried: sessions, sign-in pages, codes, refresh tokens, access tokens, pushed requests. Exit code 1, with
each survivor, if anything from before a change still works after it was acknowledged, if a request fails with 5xx, or at the
time limit.

  --changes N  changes of each kind, 1 to 1000 (200)
  --minutes N  time limit, 1 to 240 (120)
  --seed N     as above

With --revocations, five APIs follow what ended, over both transports, while people and applications are ended in seven ways,
processes are killed and frozen, and PostgreSQL crashes. Exit code 1 if an API accepted a token after it was up to date beyond
its end, refused one that never ended, or was not up to date again at the end. Takes two minutes; --seed N as above.

With --ledger, four clients exchange tokens, once with a durable ledger and once with a fast one, while processes are killed,
PostgreSQL crashes and its disk is full. Exit code 1 if an answer has no row (fast: outside of the gaps that the platform
states), has two, or is not in the sums of days, or if a delegation has not one event. --rounds N, --seed N and --pace MS as
above; afterwards it takes up to five minutes until everything is counted.

With --failover, clients write through two processes and HAProxy (docs/operating/haproxy.cfg) to a primary with a synchronous
standby, both of Debian's PostgreSQL; the primary is killed and the standby promoted. Exit code 1 if an acknowledged write is
lost, or none is acknowledged for 10 seconds. With --restore, a backup is restored to the moment before everything was
deleted. Both take less than a minute, and install haproxy and postgresql as npm test installs what it needs.

With --rolling, clients request tokens on kept and on new connections through HAProxy (docs/operating/haproxy-http.cfg), while
both processes are restarted in turn, three times each, with the delay of production (SHUTDOWN_DELAY_SECONDS). Exit code 1,
with each loss, if a request gets no token, or a process ends in another way. Takes about two minutes, and installs haproxy.
`;

/** Parses the command line. Throws an Error with one sentence for an invalid option. */
export function readOptions(args: string[], drawnSeed: number): Options {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '100' },
      seed: { type: 'string', default: `${drawnSeed}` },
      pace: { type: 'string', default: '1500' },
      endings: { type: 'boolean', default: false },
      revocations: { type: 'boolean', default: false },
      ledger: { type: 'boolean', default: false },
      people: { type: 'boolean', default: false },
      failover: { type: 'boolean', default: false },
      restore: { type: 'boolean', default: false },
      rolling: { type: 'boolean', default: false },
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
    revocations: values.revocations,
    ledger: values.ledger,
    people: values.people,
    failover: values.failover,
    restore: values.restore,
    rolling: values.rolling,
    changes: readWhole('changes', values.changes, 1, 1000),
    minutes: readWhole('minutes', values.minutes, 1, 240),
  };
}

function readWhole(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Error(`--${name} must be a whole number from ${least} to ${most}.`);
}
