import { advanceCursors, claimWebhooks, cursorsOf, type Lease } from '../../store/webhooks/leases.ts';
import type { Place } from '../../store/event-positions.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { createEventSource, type EventSource } from './event-source.ts';
import { hasWork, type Consumer, type Consumers } from './consumers.ts';
import { createWorkers, type Workers, type WorkersServices } from './workers.ts';

/** Lag in events at which cursors of webhooks without work are stored although the log is not quiet. */
const maxLag = 200;

export interface Dispatcher {
  /**
   * Reads the log and claims webhooks with work. A poll also looks for due deliveries, and for progress of other
   * processes.
   */
  run(isPoll: boolean): Promise<void>;
  close(): Promise<void>;
}

type DispatcherServices = Omit<WorkersServices, 'nextEvents'> & { eventLog: Pick<EventLog, 'openReader'> };

/**
 * Determines which webhooks have work. Each process derives its state from the log and the tables; only leases decide
 * which process serves a webhook. `wake` requests another run.
 */
export function createDispatcher(services: DispatcherServices, wake: () => void): Dispatcher {
  const { database } = services;
  const source = createEventSource(services);
  const { consumers } = source;
  const workers = createWorkers({ ...services, nextEvents: source.nextEvents });
  const serve: Serve = (lease, claimedAt) => {
    const { webhookId } = lease;
    const { history } = source;
    workers.start(lease, claimedAt, (served) => {
      // A cursor of a log that has lost its last events is no progress in the log as it is now.
      if (served && history === source.history) consumers.advance(webhookId, served.cursor);
      const consumer = consumers.get(webhookId);
      // A lease that was not released expires.
      if (consumer && !served) consumer.isLeasedElsewhere = true;
      if (served?.nextRun === 'now') claims.expectDue();
      if (claims.isWaiting || (consumer && mayClaim(consumer, workers))) wake();
    });
  };
  const claims = createClaims(services, consumers, { workers, serve });
  const storeCursors = createCursorStore(services, source, workers);
  return {
    async run(isPoll) {
      if (isPoll) {
        claims.expectDue();
        await readProgressElsewhere(database, consumers);
      }
      const { hasChanges } = await source.read(claims.claim);
      if (hasChanges) claims.expectDue();
      await claims.claim();
      if (isPoll) await storeCursors();
    },
    async close() {
      await workers.close();
      source.close();
    },
  };
}

const mayClaim = (consumer: Consumer, workers: Workers): boolean =>
  hasWork(consumer) && !consumer.isLeasedElsewhere && !workers.isServing(consumer.webhookId);

type Serve = (lease: Lease, claimedAt: number) => void;

function createClaims(
  services: DispatcherServices,
  consumers: Consumers,
  { workers, serve }: { workers: Workers; serve: Serve },
) {
  const { clock, ids } = services;
  /** Whether deliveries may be due. Cleared when a claim finds fewer webhooks than its limit. */
  let mayBeDue = true;
  let isFull = false;
  return {
    /** Whether there are webhooks to claim, or this process has no free slot for them. */
    get isWaiting() {
      return mayBeDue || isFull;
    },
    expectDue() {
      mayBeDue = true;
    },
    async claim(): Promise<void> {
      for (;;) {
        const limit = workers.free();
        const candidates = consumers.withWork().filter((consumer) => mayClaim(consumer, workers));
        isFull = !limit && (candidates.length > 0 || mayBeDue);
        if (!limit || (!candidates.length && !mayBeDue)) return;
        const claimedAt = performance.now();
        const now = clock.now();
        const dueBy = mayBeDue ? now : null;
        const leases = await claimWebhooks(services, { candidates, dueBy, token: ids.secret(16), limit, now });
        for (const lease of leases) serve(lease, claimedAt);
        if (leases.length >= limit) continue;
        mayBeDue = false;
        for (const consumer of candidates) consumer.isLeasedElsewhere = !workers.isServing(consumer.webhookId);
        return;
      }
    },
  };
}

/** Reads the progress of webhooks that other processes serve. */
async function readProgressElsewhere(database: DispatcherServices['database'], consumers: Consumers): Promise<void> {
  const elsewhere = consumers.withWork().filter(({ isLeasedElsewhere }) => isLeasedElsewhere);
  if (!elsewhere.length) return;
  const webhookIds = elsewhere.map(({ webhookId }) => webhookId);
  const cursors = await cursorsOf(database, webhookIds);
  for (const consumer of elsewhere) {
    const cursor = cursors.get(consumer.webhookId);
    if (cursor === undefined) consumers.remove(consumer.webhookId);
    else consumers.advance(consumer.webhookId, cursor);
    consumer.isLeasedElsewhere = false;
  }
}

const nowhere: Place = { position: -1, id: null };

/** Stores the cursors of webhooks without work in one statement, if the log is quiet or they lag. */
function createCursorStore({ database }: DispatcherServices, source: EventSource, workers: Workers) {
  let stored = -1;
  let previous = -1;
  return async (): Promise<void> => {
    const { head: place = nowhere, consumers } = source;
    const head = place.position;
    const isQuiet = head === previous;
    previous = head;
    if (head === stored || (!isQuiet && head - stored < maxLag)) return;
    const idle = consumers.all().filter((consumer) => {
      return consumer.storedCursor < head && !hasWork(consumer) && !workers.isServing(consumer.webhookId);
    });
    const webhookIds = idle.map(({ webhookId }) => webhookId);
    const advanced = webhookIds.length ? await advanceCursors(database, webhookIds, place) : [];
    for (const webhookId of advanced) consumers.advance(webhookId, head);
    if (advanced.length === webhookIds.length) stored = head;
  };
}
