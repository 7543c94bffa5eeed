import { afterEach } from 'vitest';
import type { WorkLimits } from '../../../src/delivery/webhooks/send-round.ts';
import { type Served, serveWebhook, type WorkerServices } from '../../../src/delivery/webhooks/serve-webhook.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import type { Endpoint } from '../../../src/store/webhooks/endpoints.ts';
import { createSafeFetch } from '../../../src/platform/network/safe-fetch.ts';
import { createSecretBox } from '../../../src/platform/crypto/secret-box.ts';
import { createUser } from '../../../src/operations/users/create-user.ts';
import { updateUser } from '../../../src/operations/users/update-user.ts';
import { createWebhook } from '../../../src/operations/webhooks/create-webhook.ts';
import { disableWebhook } from '../../../src/operations/webhooks/disable-webhook.ts';
import { setWebhookEnabled } from '../../../src/operations/webhooks/set-webhook-enabled.ts';
import { assignPositions } from '../../../src/store/event-positions.ts';
import { readNextEvents } from '../../../src/store/webhooks/events.ts';
import { createEventLog, type EventLog } from '../../../src/delivery/event-log/event-log.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { claimWebhooks } from '../../../src/store/webhooks/leases.ts';
import { initializeCursors } from '../../../src/store/webhooks/consumers.ts';
import { shape } from '../../../src/app/payload-selection.ts';
import type { WebhookAttempt } from '../../../src/vocabulary/records/delivery-shapes.ts';
import { platformActor, startKernel, type TestKernel } from '../../support/kernel.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { type Receiver, startReceiver } from '../../support/servers/receiver.ts';

/** Webhooks whose worker the test drives step by step, with a clock that moves only between the steps. */
export interface WebhookFixture extends AsyncDisposable {
  kernel: TestKernel;
  /** The dependencies of a worker. */
  services: WorkerServices;
  /** A log with the state of a process of its own, on these connections. */
  openLog(database?: TestKernel['database']): EventLog;
  /** A webhook for that address: its id and secret. */
  hook(url: string, input?: object): Promise<{ id: string; secret: string }>;
  /** A new user, which emits events. */
  user(): Promise<string>;
  rename(userId: string, name: string): Promise<string>;
  /** Assigns positions to all events. */
  settle(): Promise<void>;
  /** Claims a webhook and sends its events, as a worker does. Returns when it has to run again. */
  serve(webhookId: string, limits?: Partial<WorkLimits>): Promise<Served['nextRun']>;
  /** Expires the lease of a webhook, as if its process had not renewed it. */
  endLease(webhookId: string): Promise<void>;
  deliveries(webhookId: string): Promise<Delivery[]>;
  /** Moves the platform's clock to that instant. */
  until(time: Date): void;
}

export type Delivery = Awaited<ReturnType<typeof deliveriesOf>>[number];

const deliveriesOf = async ({ database }: TestKernel, webhookId: string) => {
  const found = await database.prisma.webhookDelivery.findMany({ where: { webhookId }, orderBy: { position: 'asc' } });
  return found.map(({ log, ...delivery }) => ({ ...delivery, log: log as WebhookAttempt[] }));
};

const never = new AbortController().signal;
/** Unlimited slots. */
const slot = { responded: () => undefined, tryProbe: () => true };
let users = 0;

/** On a kernel of its own by default. */
export async function startFixture(given?: TestKernel): Promise<WebhookFixture> {
  const kernel = given ?? (await startKernel());
  const safeFetch = createSafeFetch({ allowPrivateAddresses: true });
  const services = {
    database: kernel.database,
    clock: { now: kernel.now },
    ids,
    safeFetch,
    shape,
    logger: { info: () => undefined, debug: () => undefined, isLevelEnabled: () => false },
    nextEvents: (endpoint: Endpoint, limit: number) =>
      readNextEvents(kernel.database, endpoint, endpoint.cursor, limit),
    secretBox: createSecretBox([Buffer.alloc(32, 7)]),
    nudges: kernel.nudges,
    count: () => undefined,
    disable: async (
      { webhookId, generation }: { webhookId: string; generation: number },
      reason: 'gone' | 'failing',
    ) => {
      await kernel.run(disableWebhook, { webhookId, generation, reason }, platformActor);
    },
  };
  const { database, now } = kernel;
  const settle = async (): Promise<void> => {
    await assignPositions(database);
    await initializeCursors(database);
  };
  return {
    kernel,
    services,
    openLog: (own = database) => createEventLog({ ...kernel, database: own, logger: createLogger('error') }),
    async hook(url, input = {}) {
      const { output } = await kernel.run(createWebhook, { name: 'Index', url, ...input });
      return { id: output.webhook, secret: output.secret };
    },
    user: async () => (await kernel.run(createUser, { username: `user${++users}` })).output.user,
    rename: async (userId, name) => (await kernel.run(updateUser, { userId, name })).events[0]?.id ?? '',
    settle,
    async serve(webhookId, limits = {}) {
      await settle();
      // Finds everything that is due.
      await database.pool.query('UPDATE webhooks SET due_at = $2 WHERE id = $1', [webhookId, now()]);
      const candidates = [{ webhookId, lastMatch: Number.MAX_SAFE_INTEGER, waitingSince: now() }];
      const claim = { candidates, dueBy: null, token: ids.secret(16), limit: 1, now: now() };
      const [lease] = await claimWebhooks(services, claim);
      if (!lease) return null;
      const all = { drain: never, abort: never, isHeld: () => true, slot, ...limits };
      return (await serveWebhook(services, lease, all)).nextRun;
    },
    async endLease(webhookId) {
      await database.pool.query('UPDATE webhooks SET leased_until = now() WHERE id = $1', [webhookId]);
    },
    deliveries: (webhookId) => deliveriesOf(kernel, webhookId),
    until: (time) => kernel.advance((time.getTime() - kernel.now().getTime()) / 1000),
    async [Symbol.asyncDispose]() {
      await safeFetch.close();
      if (!given) await kernel[Symbol.asyncDispose]();
    },
  };
}

/** The imports of most webhook tests. */
interface SharedFixture {
  fixture: WebhookFixture;
  receiver: Receiver;
}

/** One fixture for all tests of a file, with a new receiver and no webhooks for each test. */
export function shareFixture(): SharedFixture {
  const fixture = perFile(startFixture);
  const receiver = perTest(startReceiver);
  afterEach(async () => {
    const { prisma } = fixture.kernel.database;
    await prisma.$transaction([
      prisma.webhook.deleteMany(),
      prisma.webhookDelivery.deleteMany(),
      prisma.webhookOrdering.deleteMany(),
    ]);
  });
  return { fixture, receiver };
}

/** Makes all pending deliveries of a webhook fail. */
export async function giveUp({ fixture, receiver }: SharedFixture, webhookId: string): Promise<void> {
  receiver.answer(410);
  await fixture.serve(webhookId);
  await fixture.kernel.run(setWebhookEnabled, { webhookId, isEnabled: true });
  receiver.answer(204);
  receiver.received.length = 0;
}
