import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Nudges } from '../../platform/nudges.ts';
import { inTransaction } from '../../store/sql/in-transaction.ts';
import { countAttempts, type Heard } from '../../store/webhook-endpoints.ts';
import { addDeliveries, removeBatches } from '../../store/webhook-batches.ts';
import { saveAttempts } from '../../store/webhook-standings.ts';
import { endTurns, holdBack, lockStreams } from '../../store/webhook-streams.ts';
import type { Turn } from '../../store/webhook-turns.ts';
import type { AttemptFailure } from '../../vocabulary/resources.ts';
import { type Attempted, loggedOf, standingOf } from './attempt.ts';
import { type OpenBatch, outcomeOf } from './batch.ts';

export interface RecordServices {
  database: Pick<Database, 'pool' | 'preparedStatements'>;
  clock: Clock;
  nudges: Pick<Nudges, 'publish'>;
  /** Counts an attempt, by where it failed; null when it did not. */
  count(failure: AttemptFailure | null): void;
}

/** Attempts of one webhook that were made together, and how its endpoint does after them. */
export interface Made extends Heard {
  attempted: readonly Attempted[];
  /** Where these were of events that have no deliveries yet: all of them, whether they were attempted or not. */
  batch: OpenBatch | undefined;
}

/** Writes down what was done for one webhook, in the order in which it was done, while more is done. */
export interface Record {
  /** What may not have been written down yet: in the tables it is as if it had not been done. */
  readonly open: Made | undefined;
  /** Resolves when everything before this is written down; rejects when that could not be. Then this is tried all the same. */
  add(made: Made): Promise<void>;
  /** Resolves when everything is written down. */
  complete(): Promise<void>;
}

export function createRecord(services: RecordServices, webhookId: string): Record {
  let last = Promise.resolve();
  let open: Made | undefined;
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
    async add(made) {
      const before = last;
      last = writeAfter(before, made);
      // Whoever asks next is told.
      last.catch(() => undefined);
      await before;
      open = made;
    },
    async complete() {
      await last;
      open = undefined;
    },
  };
}

/** Milliseconds between two tries to write down what was done. */
const pause = 500;

/** What was sent must not be forgotten for the sake of a database that is away for a moment. */
async function writeDown(services: RecordServices, webhookId: string, made: Made): Promise<void> {
  if (!made.attempted.length && !made.batch) return;
  for (let left = 5; ; left--) {
    try {
      await write(services, webhookId, made);
      break;
    } catch (error) {
      if (left === 0) throw error;
      await setTimeout(pause);
    }
  }
  if (made.attempted.length) services.nudges.publish({ kind: 'attempts', webhookId });
  for (const { failure } of made.attempted) services.count(failure);
}

const write = ({ database, clock }: RecordServices, webhookId: string, made: Made): Promise<void> =>
  inTransaction(database, async (client) => {
    const { attempted, batch } = made;
    const before = await countAttempts(client, webhookId, made, attempted.length);
    if (before === undefined) return;
    const place = { database, client, webhookId, before, now: clock.now() };
    await (batch ? writeBatch(place, attempted, batch) : writeTurns(place, attempted));
  });

/** Where and when something is written down: after so many attempts of that webhook, whose lock is held. */
interface Place {
  database: RecordServices['database'];
  client: pg.ClientBase;
  webhookId: string;
  before: bigint;
  now: Date;
}

const keysOf = (turns: readonly Turn[]): string[] => turns.map(({ event }) => event.subjectKey);

async function writeTurns({ client, webhookId, before, now }: Place, attempted: readonly Attempted[]): Promise<void> {
  const standings = attempted.map(standingOf);
  const streams = await lockStreams(client, webhookId, keysOf(attempted.map(({ turn }) => turn)));
  await saveAttempts(client, { standings, logged: attempted.map(loggedOf) }, before);
  await holdBack(client, webhookId, standings);
  await endTurns(client, webhookId, { standings, streams }, now);
}

async function writeBatch(
  { database, client, webhookId, before, now }: Place,
  attempted: readonly Attempted[],
  batch: OpenBatch,
): Promise<void> {
  if (!(await removeBatches(client, webhookId, batch.positions))) return;
  const finished = new Set(attempted.filter(({ retryAt }) => !retryAt).map(({ turn }) => turn));
  const open = batch.turns.filter((turn) => !finished.has(turn));
  const streams = open.length ? await lockStreams(client, webhookId, keysOf(open)) : [];
  const course = { attempted, attemptsBefore: before, streams, now };
  await addDeliveries({ database, client }, webhookId, outcomeOf(batch, course), now);
}
