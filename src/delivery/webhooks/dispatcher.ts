import { advanceCursors, claimWebhooks, cursorsOf } from '../../store/webhooks/leases.ts';
import { createEventSource, type EventSource } from './event-source.ts';
import { hasWork, type Route, type Routes } from './routes.ts';
import { createWorkers, type Workers, type WorkersServices } from './workers.ts';

/** Events behind the log at which cursors of webhooks without work are stored even while events come. */
const mostBehind = 200;

export interface Dispatcher {
  /** Reads the log and claims webhooks that have something to do. A poll also looks for what is due, and at other processes' progress. */
  look(isPoll: boolean): Promise<void>;
  close(): Promise<void>;
}

export type DispatcherServices = Omit<WorkersServices, 'nextEvents'>;

/**
 * Finds out which webhooks have something to do. What it keeps in memory is derived from the log and the tables, by every process for
 * itself; only leases decide which process serves a webhook. `wake` asks for another look.
 */
export function createDispatcher(services: DispatcherServices, wake: () => void): Dispatcher {
  const { database } = services;
  const source = createEventSource(services);
  const { routes } = source;
  const workers = createWorkers({ ...services, nextEvents: source.nextEvents }, (webhookId, served) => {
    if (served) routes.advance(webhookId, served.cursor);
    const route = routes.get(webhookId);
    // A lease that was not released ends by itself.
    if (route && !served) route.isElsewhere = true;
    if (served?.again === 'now') claims.expectDue();
    if (claims.isWaiting || (route && isWanted(route, workers))) wake();
  });
  const claims = createClaims(services, routes, workers);
  const storeCursors = createCursorStore(services, source, workers);
  return {
    async look(isPoll) {
      if (isPoll) {
        claims.expectDue();
        await lookElsewhere(database, routes);
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
  /** Whether deliveries may be due: claims look for them until one finds fewer webhooks than it may take. */
  let mayBeDue = true;
  let isFull = false;
  return {
    /** Whether webhooks wait for another claim, or until this process can serve more. */
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

/** Notes what other processes have done for the webhooks that they hold. */
async function lookElsewhere(database: DispatcherServices['database'], routes: Routes): Promise<void> {
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

/** Stores the cursors of webhooks without work, all together: when the log is quiet, or they are far behind. */
function createCursorStore({ database }: DispatcherServices, source: EventSource, workers: Workers) {
  let stored = -1;
  let previous = -1;
  return async (): Promise<void> => {
    const { head = -1, routes } = source;
    const isQuiet = head === previous;
    previous = head;
    if (head === stored || (!isQuiet && head - stored < mostBehind)) return;
    const idle = routes.all().filter((route) => {
      return route.stored < head && !hasWork(route) && !workers.isServing(route.webhookId);
    });
    const webhookIds = idle.map(({ webhookId }) => webhookId);
    const advanced = webhookIds.length ? await advanceCursors(database, webhookIds, head) : [];
    for (const webhookId of advanced) routes.advance(webhookId, head);
    if (advanced.length === webhookIds.length) stored = head;
  };
}
