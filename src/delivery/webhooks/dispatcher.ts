import { advanceCursors, claimWebhooks, cursorsOf } from '../../store/webhooks/leases.ts';
import { createEventSource, type EventSource } from './event-source.ts';
import { hasWork, type Route, type Routes } from './routes.ts';
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

type DispatcherServices = Omit<WorkersServices, 'nextEvents'>;

/**
 * Determines which webhooks have work. Each process derives its state from the log and the tables; only leases decide
 * which process serves a webhook. `wake` requests another run.
 */
export function createDispatcher(services: DispatcherServices, wake: () => void): Dispatcher {
  const { database } = services;
  const source = createEventSource(services);
  const { routes } = source;
  const workers = createWorkers({ ...services, nextEvents: source.nextEvents }, (webhookId, served) => {
    if (served) routes.advance(webhookId, served.cursor);
    const route = routes.get(webhookId);
    // A lease that was not released expires.
    if (route && !served) route.isElsewhere = true;
    if (served?.again === 'now') claims.expectDue();
    if (claims.isWaiting || (route && isWanted(route, workers))) wake();
  });
  const claims = createClaims(services, routes, workers);
  const storeCursors = createCursorStore(services, source, workers);
  return {
    async run(isPoll) {
      if (isPoll) {
        claims.expectDue();
        await readProgressElsewhere(database, routes);
      }
      const { hasChanges } = await source.read(claims.claim);
      if (hasChanges) claims.expectDue();
      await claims.claim();
      if (isPoll) await storeCursors();
    },
    close: () => workers.close(),
  };
}

const isWanted = (route: Route, workers: Workers): boolean =>
  hasWork(route) && !route.isElsewhere && !workers.isServing(route.webhookId);

function createClaims(services: DispatcherServices, routes: Routes, workers: Workers) {
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
        const wanted = routes.withWork().filter((route) => isWanted(route, workers));
        isFull = !limit && (wanted.length > 0 || mayBeDue);
        if (!limit || (!wanted.length && !mayBeDue)) return;
        const claimedAt = performance.now();
        const now = clock.now();
        const dueBy = mayBeDue ? now : null;
        const leases = await claimWebhooks(services, { wanted, dueBy, token: ids.secret(16), limit, now });
        for (const lease of leases) workers.start(lease, claimedAt);
        if (leases.length >= limit) continue;
        mayBeDue = false;
        for (const route of wanted) route.isElsewhere = !workers.isServing(route.webhookId);
        return;
      }
    },
  };
}

/** Reads the progress of webhooks that other processes serve. */
async function readProgressElsewhere(database: DispatcherServices['database'], routes: Routes): Promise<void> {
  const elsewhere = routes.withWork().filter(({ isElsewhere }) => isElsewhere);
  if (!elsewhere.length) return;
  const webhookIds = elsewhere.map(({ webhookId }) => webhookId);
  const cursors = await cursorsOf(database, webhookIds);
  for (const route of elsewhere) {
    const cursor = cursors.get(route.webhookId);
    if (cursor === undefined) routes.remove(route.webhookId);
    else routes.advance(route.webhookId, cursor);
    route.isElsewhere = false;
  }
}

/** Stores the cursors of webhooks without work in one statement, if the log is quiet or they lag. */
function createCursorStore({ database }: DispatcherServices, source: EventSource, workers: Workers) {
  let stored = -1;
  let previous = -1;
  return async (): Promise<void> => {
    const { head = -1, routes } = source;
    const isQuiet = head === previous;
    previous = head;
    if (head === stored || (!isQuiet && head - stored < maxLag)) return;
    const idle = routes.all().filter((route) => {
      return route.stored < head && !hasWork(route) && !workers.isServing(route.webhookId);
    });
    const webhookIds = idle.map(({ webhookId }) => webhookId);
    const advanced = webhookIds.length ? await advanceCursors(database, webhookIds, head) : [];
    for (const webhookId of advanced) routes.advance(webhookId, head);
    if (advanced.length === webhookIds.length) stored = head;
  };
}
