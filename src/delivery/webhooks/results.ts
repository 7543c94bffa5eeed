import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Health } from '../../domain/webhooks/webhook-health.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Nudges } from '../../platform/nudges.ts';
import type { Place } from '../../store/event-positions.ts';
import { pooledTransaction } from '../../store/sql/pooled-transaction.ts';
import {
  addDeliveries,
  type DeliveryState,
  type DueDelivery,
  saveDeliveries,
} from '../../store/webhooks/deliveries.ts';
import { type Lease, saveProgress } from '../../store/webhooks/leases.ts';
import {
  type Block,
  blockOrdering,
  type LockedOrdering,
  lockOrdering,
  saveSequences,
  unblockNext,
} from '../../store/webhooks/ordering.ts';
import type { AttemptFailure } from '../../vocabulary/records/delivery-shapes.ts';
import { type AttemptResult, stateAfter } from './attempt.ts';

export interface ResultServices {
  database: Pick<Database, 'pool' | 'preparedStatements'>;
  secretBox: SecretBox;
  clock: Clock;
  nudges: Pick<Nudges, 'publish'>;
  /** Counts an attempt, by where it failed; null when it succeeded. */
  count(failure: AttemptFailure | null): void;
}

/** The results of a round of one webhook. */
export interface RoundResults {
  attempted: readonly AttemptResult[];
  health: Health;
  resendsFrom: Date | null;
  /** New deliveries, attempted or not. */
  added: readonly DueDelivery[];
  /** Up to where the webhook is done with the log. */
  upTo: Place;
  /** Whether the lease may be released if the round leaves no work. */
  mayRelease: boolean;
}

interface Completed {
  /** The lease with the new state of the webhook. */
  lease: Lease;
  isReleased: boolean;
}

/** Pause between two attempts to write (ms), and their number. */
const retryPause = 500;
const maxTries = 6;

/**
 * Writes the results of a round in one transaction: deliveries, their order, the cursor, the health of the endpoint,
 * the lease. Retries while the database is unavailable, because the messages have been sent. Returns undefined and
 * writes nothing if another process holds the lease.
 */
export async function completeRound(
  services: ResultServices,
  lease: Lease,
  results: RoundResults,
): Promise<Completed | undefined> {
  const { attempted } = results;
  const completed = await retried(() => write(services, lease, results));
  if (!completed) return undefined;
  if (attempted.length) services.nudges.publish({ kind: 'attempts', webhookId: lease.webhookId });
  for (const { failure } of attempted) services.count(failure);
  return completed;
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let left = maxTries - 1; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await setTimeout(retryPause);
    }
  }
}

function write(services: ResultServices, lease: Lease, results: RoundResults): Promise<Completed | undefined> {
  const { database, clock } = services;
  const { attempted, added, health, resendsFrom, upTo, mayRelease } = results;
  const isNew = new Set(added);
  const wasDue = attempted.some(({ delivery }) => !isNew.has(delivery));
  const finished = new Set(attempted.filter(({ retryAt }) => !retryAt).map(({ delivery }) => delivery));
  const open = added.filter((delivery) => !finished.has(delivery));
  const isQuiet = !wasDue && !open.length && attempted.every(({ failure }) => failure === null);
  const { generation } = lease;
  const next = { mayBeDue: !isQuiet, release: isQuiet && mayRelease };
  const progress = { upTo, generation, health, attempts: attempted.length, resendsFrom, ...next };
  return pooledTransaction(database, async (client) => {
    const now = clock.now();
    const saved = await saveProgress(services, client, lease, progress, now);
    if (!saved) return undefined;
    const before = saved.attemptsMade - BigInt(attempted.length);
    const states = attempted.map((result, index) => stateAfter(result, before + BigInt(index + 1)));
    const due = states.filter(({ delivery }) => !isNew.has(delivery));
    const keys = [...due.map(({ delivery }) => delivery), ...open].map(({ event }) => event.subjectKey);
    const ordering = keys.length ? await lockOrdering(client, lease.webhookId, keys) : [];
    const write = { database, client, webhookId: lease.webhookId, ordering, now };
    // Events that the log has lost have no deliveries. Those that it still has are sent again.
    if (added.length && saved.isInLog) await writeAdded(write, added, { attempted, states });
    if (due.length) await writeDue(write, due, attempted);
    return { lease: saved.lease, isReleased: progress.release || !saved.isInLog };
  });
}

/** The transaction, in which the row of the webhook is locked. */
interface Write {
  database: ResultServices['database'];
  client: pg.ClientBase;
  webhookId: string;
  ordering: readonly LockedOrdering[];
  now: Date;
}

interface Attempts {
  attempted: readonly AttemptResult[];
  states: readonly DeliveryState[];
}

/** Adds deliveries: with their attempt, due, or waiting for an earlier one about the same record. */
async function writeAdded(write: Write, added: readonly DueDelivery[], { attempted, states }: Attempts): Promise<void> {
  const { database, client, webhookId, ordering, now } = write;
  const blocked = new Set(
    ordering.flatMap(({ subjectKey, blockingSequence }) => (blockingSequence === null ? [] : [subjectKey])),
  );
  const attempts = new Map(states.map((state, index) => [state.delivery, { state, result: attempted[index] }]));
  const blocks: Block[] = [];
  const all = added.map((delivery) => {
    const { subjectKey } = delivery.event;
    const { state = unattempted(delivery, blocked.has(subjectKey) ? null : now), result } =
      attempts.get(delivery) ?? {};
    if (state.status === 'pending' && !blocked.has(subjectKey)) {
      blocked.add(subjectKey);
      blocks.push({ subjectKey, sequence: delivery.sequence, until: result?.blocksUntil ?? null });
    }
    return state;
  });
  await addDeliveries(client, webhookId, all, now);
  const last = new Map(added.map((delivery) => [delivery.event.subjectKey, delivery]));
  await saveSequences(database, client, webhookId, [...last.values()]);
  await blockOrdering(client, webhookId, blocks);
}

/** The state of a delivery that was not attempted: due at a time, or waiting. */
const unattempted = (delivery: DueDelivery, dueAt: Date | null): DeliveryState => ({
  delivery,
  status: dueAt ? 'pending' : 'waiting',
  attempts: 0,
  tries: 0,
  nextAttemptAt: dueAt,
  firstAttemptAt: null,
  finishedAt: null,
  attempt: null,
  attemptNumber: null,
});

/** Writes the attempts of due deliveries, and unblocks the next ones after those that are finished. */
async function writeDue(
  write: Write,
  due: readonly DeliveryState[],
  attempted: readonly AttemptResult[],
): Promise<void> {
  const { client, webhookId, ordering, now } = write;
  await saveDeliveries(client, due);
  const until = new Map(attempted.map(({ delivery, blocksUntil }) => [delivery, blocksUntil]));
  const blocking = new Map(ordering.map((one) => [one.subjectKey, one.blockingSequence]));
  // After its ordering timeout a delivery no longer blocks others.
  const blockers = due.filter(({ delivery: { sequence, event } }) => {
    return sequence !== null && blocking.get(event.subjectKey) === sequence;
  });
  const failed = blockers.filter(({ finishedAt }) => finishedAt === null);
  const blocks = failed.map(({ delivery }) => {
    const { event, sequence } = delivery;
    return { subjectKey: event.subjectKey, sequence, until: until.get(delivery) ?? null };
  });
  await blockOrdering(client, webhookId, blocks);
  const ended = blockers.filter(({ finishedAt }) => finishedAt !== null);
  const subjectKeys = ended.map(({ delivery }) => delivery.event.subjectKey);
  await unblockNext(client, webhookId, subjectKeys, now);
}
