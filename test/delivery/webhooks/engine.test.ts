import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEventLog } from '../../../src/delivery/event-log/event-log.ts';
import { startWebhooks } from '../../../src/delivery/webhooks/start.ts';
import { createUser } from '../../../src/operations/users/create-user.ts';
import { updateUser } from '../../../src/operations/users/update-user.ts';
import { createWebhook } from '../../../src/operations/webhooks/create-webhook.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { reachDatabase } from '../../../src/platform/database/reach.ts';
import { createAdmission } from '../../../src/platform/admission/admission.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { createSafeFetch } from '../../../src/platform/network/safe-fetch.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createSecretBox } from '../../../src/platform/crypto/secret-box.ts';
import { shape } from '../../../src/app/payload-selection.ts';
import { startKernel, type TestKernel } from '../../support/kernel.ts';
import { type Receiver, startReceiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

/** The webhook engine of one process, with real timers and connections of its own. */
interface Running {
  logged: string[];
  stop(): Promise<void>;
}

let kernel: TestKernel;
let receivers: Receiver[];
let running: Running[];
beforeEach(async () => {
  kernel = await startKernel();
  receivers = [];
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
  for (const receiver of receivers) await receiver[Symbol.asyncDispose]();
  await kernel[Symbol.asyncDispose]();
});

async function start(nudges = kernel.nudges): Promise<Running> {
  const logged: string[] = [];
  const database = openDatabase(await reachDatabase(kernel.url));
  const logger = createLogger('warn', { write: (line) => void logged.push(line) });
  const eventLog = createEventLog({ admission: createAdmission(), database, nudges, clock: systemClock, logger });
  const end = startWebhooks({
    database,
    eventLog,
    nudges,
    clock: systemClock,
    ids,
    logger,
    secretBox: createSecretBox([Buffer.alloc(32, 7)]),
    onChange: nudges.subscribe,
    shape,
    count: () => undefined,
    openFetch: async () => createSafeFetch({ allowPrivateAddresses: true }),
    disable: () => Promise.reject(new Error('nothing is to be disabled here')),
  });
  const one = {
    logged,
    stop: async () => {
      running = running.filter((other) => other !== one);
      await end();
      await eventLog.close();
      await database.close();
    },
  };
  running.push(one);
  return one;
}

const receiver = async (...answering: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const one = await startReceiver(...answering);
  receivers.push(one);
  return one;
};
const hook = async (url: string) => (await kernel.run(createWebhook, { name: 'Index', url })).output;
let users = 0;
const user = async () => (await kernel.run(createUser, { username: `user${++users}` })).output.user;
const receivedIds = ({ received }: Receiver) => received.map(({ json }) => json.id as string);
const untilDelivered = async (webhookId: string, count: number): Promise<void> => {
  const delivered = () => kernel.database.prisma.webhookDelivery.count({ where: { webhookId, status: 'delivered' } });
  await expect.poll(delivered).toBeGreaterThanOrEqual(count);
};

describe('the webhook engine', () => {
  it('sends each event at once, once, in commit order per record, and signed', async () => {
    const one = await receiver();
    const { logged } = await start();
    const { webhook, secret } = await hook(one.url);
    const people = await Promise.all(Array.from({ length: 10 }, user));
    for (let round = 0; round < 10; round++) {
      await Promise.all(people.map((userId) => kernel.run(updateUser, { userId, name: `Name ${round}` })));
    }
    await untilDelivered(webhook, 110);
    expect(new Set(receivedIds(one)).size).toBe(110);
    expect(one.received).toHaveLength(110);
    one.verify(secret);
    for (const userId of people) {
      const own = one.received.filter(({ json }) => json.subject.id === userId);
      expect(own.map(({ json }) => json.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    }
    expect(logged).toEqual([]);
  });

  it('shares the work between two processes: each event is sent once', async () => {
    const [one, other] = [await receiver(), await receiver()];
    const silent = { ...kernel.nudges, subscribe: () => () => undefined };
    const processes = [await start(), await start(silent)];
    const hooks = [await hook(one.url), await hook(other.url)];
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 5 }, user));
    for (const { webhook } of hooks) await untilDelivered(webhook, 100);
    for (const { received } of [one, other]) {
      const ofUsers = received.filter(({ json }) => json.type === 'User.Created').map(({ json }) => json.id);
      expect(ofUsers).toHaveLength(100);
      expect(new Set(ofUsers).size).toBe(100);
    }
    expect(processes.flatMap(({ logged }) => logged)).toEqual([]);
  });

  it('isolates endpoints: one that hangs, fails or disconnects delays no other', async () => {
    let givenUp = 0;
    const hanging = await receiver((response) => void response.once('close', () => givenUp++));
    const failing = await receiver(500);
    const cutting = await receiver((response) => response.destroy());
    const good = await receiver();
    for (const { url } of [hanging, failing, cutting]) await hook(url);
    const { webhook } = await hook(good.url);
    await Promise.all(Array.from({ length: 40 }, user));
    await start();
    await until(() => hanging.received.length >= 8 && failing.received.length >= 5 && cutting.received.length >= 5);
    const last = await user();
    await until(() => good.received.some(({ json }) => json.subject.id === last));
    expect(givenUp).toBe(0);
    await untilDelivered(webhook, 41);
    expect(hanging.most).toBe(8);
  });

  it('resumes after a stop: an interrupted delivery is sent again', async () => {
    const held: { release(): void }[] = [];
    const one = await receiver((response) => void held.push({ release: () => response.writeHead(204).end() }));
    const first = await start();
    await hook(one.url);
    const userId = await user();
    await until(() => one.received.length > 0);
    // The stop interrupts it after some seconds.
    await first.stop();
    const before = receivedIds(one);
    one.answer(204);
    await start();
    await until(() => one.received.length > before.length);
    expect(new Set(one.received.map(({ json }) => json.subject.id))).toEqual(new Set([userId]));
    expect(new Set(receivedIds(one))).toEqual(new Set(before));
  });

  it('does not read the log while there are no webhooks', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { logged, stop } = await start();
    await user();
    vi.advanceTimersByTime(5000);
    await stop();
    const { rows } = await kernel.database.pool.query('SELECT FROM events WHERE position IS NOT NULL');
    expect(rows).toEqual([]);
    expect(logged).toEqual([]);
  });
});
