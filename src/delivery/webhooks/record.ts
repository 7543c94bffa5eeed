import { setTimeout } from 'node:timers/promises';
import { attemptsOf } from '../../domain/nudged.ts';
import type { Health } from '../../domain/webhook-health.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Nudges } from '../../platform/nudges.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import { countAttempts } from '../../store/webhook-endpoints.ts';
import { endTurns, holdBack, lockStreams, saveAttempts } from '../../store/webhook-turns.ts';
import type { AttemptFailure } from '../../vocabulary/resources.ts';
import type { Attempted } from './attempt.ts';

export interface RecordServices {
  database: Pick<Database, 'pool'>;
  clock: Clock;
  nudges: Pick<Nudges, 'publish'>;
  /** Counts an attempt, by where it failed; null when it did not. */
  count(failure: AttemptFailure | null): void;
}

/** Attempts of one webhook that were made together, and how its endpoint does after them. */
export interface Made {
  attempted: readonly Attempted[];
  health: Health;
}

/** Writes down what was done for one webhook, in the order in which it was done, while more is done. */
export interface Record {
  /** Deliveries whose attempts may not have been written down yet: in the tables they are due still. */
  readonly open: readonly string[];
  /** Resolves when everything before this is written down; rejects when that could not be. Then this is tried all the same. */
  add(made: Made): Promise<void>;
  /** Resolves when everything is written down. */
  complete(): Promise<void>;
}

export function createRecord(services: RecordServices, webhookId: string): Record {
  let last = Promise.resolve();
  let open: string[] = [];
  const writeAfter = async (before: Promise<void>, made: Made): Promise<void> => {
    try {
      await before;
    } finally {
      await writeDown(services, webhookId, made);
    }
  };
  return {
    get open() {
      return open;
    },
    add(made) {
      const before = last;
      last = writeAfter(before, made);
      // Whoever asks next is told.
      last.catch(() => undefined);
      const added = made.attempted.map(({ standing }) => standing.id);
      open.push(...added);
      return before.then(() => {
        open = added;
      });
    },
    async complete() {
      await last;
      open = [];
    },
  };
}

/** Milliseconds between two tries to write down what was done. */
const pause = 500;

/** What was sent must not be forgotten for the sake of a database that is away for a moment. */
async function writeDown(services: RecordServices, webhookId: string, made: Made): Promise<void> {
  if (!made.attempted.length) return;
  for (let left = 5; ; left--) {
    try {
      await write(services, webhookId, made);
      break;
    } catch (error) {
      if (left === 0) throw error;
      await setTimeout(pause);
    }
  }
  services.nudges.publish({ types: [attemptsOf(webhookId)] });
  for (const { logged } of made.attempted) services.count(logged.failure as AttemptFailure | null);
}

const write = ({ database, clock }: RecordServices, webhookId: string, { attempted, health }: Made): Promise<void> =>
  inTransaction(database, async (client) => {
    const before = await countAttempts(client, webhookId, health, attempted.length);
    if (before === undefined) return;
    const standings = attempted.map(({ standing }) => standing);
    const streams = await lockStreams(client, webhookId, standings);
    await saveAttempts(client, attempted, before);
    await holdBack(client, webhookId, standings);
    await endTurns(client, webhookId, { standings, streams }, clock.now());
  });
