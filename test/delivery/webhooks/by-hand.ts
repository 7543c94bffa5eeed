import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { fanOut } from '../../../src/delivery/webhooks/fan-out.ts';
import type { Ends } from '../../../src/delivery/webhooks/round.ts';
import { type Again, runSlice, type SliceServices } from '../../../src/delivery/webhooks/slice.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { createSafeFetch } from '../../../src/platform/network/safe-fetch.ts';
import { createSecretBox } from '../../../src/platform/crypto/secret-box.ts';
import { createUser } from '../../../src/operations/users/create-user.ts';
import { updateUser } from '../../../src/operations/users/update-user.ts';
import { createWebhook } from '../../../src/operations/webhooks/create-webhook.ts';
import { disableWebhook } from '../../../src/operations/webhooks/disable-webhook.ts';
import { setWebhookEnabled } from '../../../src/operations/webhooks/set-webhook-enabled.ts';
import { createEventTexts } from '../../../src/store/webhook-events.ts';
import { shape } from '../../../src/app/tell-webhook.ts';
import type { WebhookAttempt } from '../../../src/vocabulary/resources.ts';
import { platformActor, startKernel, type TestKernel } from '../../support/kernel.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

/** Webhooks whose work is done step by step, by a clock that stands still between the steps. */
export interface ByHand extends AsyncDisposable {
  kernel: TestKernel;
  /** What a worker has. */
  services: SliceServices;
  /** A webhook for that address: its id and secret. */
  hook(url: string, input?: object): Promise<{ id: string; secret: string }>;
  /** A new user, whose events are told. */
  user(): Promise<string>;
  rename(userId: string, name: string): Promise<string>;
  fanOut(): Promise<void>;
  /** Tells one webhook what is due, as a worker does. Says when it has to be looked at again. */
  serve(webhookId: string, ends?: Partial<Ends>): Promise<Again>;
  deliveries(webhookId: string): Promise<Delivery[]>;
  /** The clock of the platform goes to that instant. */
  until(time: Date): void;
}

export type Delivery = Awaited<ReturnType<typeof deliveriesOf>>[number];

const deliveriesOf = async ({ database }: TestKernel, webhookId: string) => {
  const found = await database.prisma.webhookDelivery.findMany({ where: { webhookId }, orderBy: { position: 'asc' } });
  return found.map(({ log, ...delivery }) => ({ ...delivery, log: log as WebhookAttempt[] }));
};

const never = new AbortController().signal;
/** There is room for whatever comes. */
const place = { answered: () => undefined, mayProbe: () => true };
let users = 0;

/** On a kernel of its own, unless one is given. */
export async function startByHand(given?: TestKernel): Promise<ByHand> {
  const kernel = given ?? (await startKernel());
  const fetch = createSafeFetch({ allowPrivateAddresses: true });
  const services = {
    database: kernel.database,
    clock: { now: kernel.now },
    ids,
    fetch,
    shape,
    readEvents: createEventTexts(kernel.database),
    secretBox: createSecretBox([Buffer.alloc(32, 7)]),
    nudges: kernel.nudges,
    count: () => undefined,
    // Nobody is woken: the test does the work itself.
    jobs: { wake: () => Promise.resolve() },
    disable: async (
      { webhookId, beginnings }: { webhookId: string; beginnings: number },
      reason: 'gone' | 'failing',
    ) => {
      await kernel.run(disableWebhook, { webhookId, beginnings, reason }, platformActor);
    },
  };
  const spread = async (): Promise<void> => {
    await fanOut(services);
  };
  return {
    kernel,
    services,
    async hook(url, input = {}) {
      const { output } = await kernel.run(createWebhook, { name: 'Index', url, ...input });
      return { id: output.webhook, secret: output.secret };
    },
    user: async () => (await kernel.run(createUser, { username: `user${++users}` })).output.user,
    rename: async (userId, name) => (await kernel.run(updateUser, { userId, name })).events[0]?.id ?? '',
    fanOut: spread,
    async serve(webhookId, ends = {}) {
      await spread();
      return runSlice(services, webhookId, { drain: never, cut: never, isHeld: () => true, place, ...ends });
    },
    deliveries: (webhookId) => deliveriesOf(kernel, webhookId),
    until: (time) => kernel.advance((time.getTime() - kernel.now().getTime()) / 1000),
    async [Symbol.asyncDispose]() {
      await fetch.close();
      if (!given) await kernel[Symbol.asyncDispose]();
    },
  };
}

/** What most tests of webhooks need. */
export interface OnStage {
  stage: ByHand;
  receiver: Receiver;
}

/** One stage for all tests of a file, and a receiver for each, with no webhook left from the one before. */
export function onStage(take: (given: OnStage) => void): void {
  let given: OnStage;
  let stage: ByHand;
  beforeAll(async () => {
    stage = await startByHand();
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    given = { stage, receiver: await startReceiver() };
    take(given);
  });
  afterEach(async () => {
    const { prisma } = stage.kernel.database;
    await prisma.$transaction([
      prisma.webhook.deleteMany(),
      prisma.webhookDelivery.deleteMany(),
      prisma.webhookStream.deleteMany(),
    ]);
    await given.receiver[Symbol.asyncDispose]();
  });
}

/** Gives up everything that is on its way to a webhook. */
export async function giveUp({ stage, receiver }: OnStage, webhookId: string): Promise<void> {
  receiver.answer(410);
  await stage.serve(webhookId);
  await stage.kernel.run(setWebhookEnabled, { webhookId, isEnabled: true });
  receiver.answer(204);
  receiver.received.length = 0;
}
