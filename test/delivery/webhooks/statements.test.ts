import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventLog } from '../../../src/delivery/event-log/event-log.ts';
import { createDispatcher, type Dispatcher } from '../../../src/delivery/webhooks/dispatcher.ts';
import { type Database, openDatabase } from '../../../src/platform/database/database.ts';
import { reachDatabase } from '../../../src/platform/database/reach.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { type Receiver, startReceiver } from '../../support/servers/receiver.ts';
import { type WebhookFixture, startFixture } from './fixture.ts';

/** The cost of sending and its log: a dispatcher with connections of its own, whose statements are counted. */
let fixture: WebhookFixture;
let receiver: Receiver;
let database: Database;
let eventLog: EventLog;
let dispatcher: Dispatcher;
let statements: string[];
let logged: Record<string, unknown>[];
let webhookId: string;
let secret: string;

beforeAll(async () => {
  [fixture, receiver] = await Promise.all([startFixture(), startReceiver()]);
  database = openDatabase(await reachDatabase(fixture.kernel.url));
  statements = [];
  logged = [];
  database.pool.on('connect', (client) => {
    const query = client.query;
    client.query = function counted(this: typeof client, ...args: never[]) {
      const statement = args[0] as unknown as string | { text: string };
      const text = typeof statement === 'string' ? statement : statement.text;
      statements.push(...text.split(';').filter((one) => one.trim()));
      return Reflect.apply(query, this, args);
    } as typeof query;
  });
  const logger = createLogger('debug', { write: (line) => void logged.push(JSON.parse(line)) });
  eventLog = fixture.openLog(database);
  dispatcher = createDispatcher({ ...fixture.services, database, eventLog, logger }, () => undefined);
  const made = await fixture.hook(receiver.url, {
    eventTypes: ['User.Created'],
    headers: { 'x-key': 'of the receiver' },
  });
  ({ id: webhookId, secret } = made);
  for (let count = 0; count < 9; count++) await fixture.hook(receiver.url, { eventTypes: ['Role.Created'] });
  for (let poll = 0; poll < 3; poll++) await dispatcher.run(true);
});
afterAll(async () => {
  await dispatcher.close();
  await eventLog.close();
  await database.close();
  await receiver[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

async function untilAtRest(): Promise<void> {
  const { prisma } = fixture.kernel.database;
  const isAtRest = async () => {
    const head = await prisma.eventHead.findFirstOrThrow();
    const webhook = await prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } });
    return webhook.leasedUntil === null && webhook.cursor === head.position;
  };
  await expect.poll(isAtRest).toBe(true);
}

it('one event for one idle webhook takes at most 12 SQL statements, from the commit until no work is left', async () => {
  await fixture.user();
  statements.length = 0;
  await dispatcher.run(false);
  await untilAtRest();
  expect(receiver.received).toHaveLength(1);
  expect(statements.length).toBeGreaterThan(5);
  expect(statements.length).toBeLessThanOrEqual(12);
});

it('an attempt is logged in one line with its result and without secrets, at level debug if it succeeded', async () => {
  expect(logged).toMatchObject([{ level: 'debug', msg: 'webhook attempt: delivered', status: 204, attempt: 1 }]);
  logged.length = 0;
  receiver.answer(500);
  const user = await fixture.user();
  await dispatcher.run(false);
  await untilAtRest();
  const [delivery] = (await fixture.deliveries(webhookId)).filter(({ subjectKey }) => subjectKey === `user:${user}`);
  expect(logged).toMatchObject([
    {
      level: 'info',
      msg: 'webhook attempt: pending',
      webhookId,
      deliveryId: delivery?.id,
      eventId: delivery?.eventId,
      eventType: 'User.Created',
      sequence: 1,
      attempt: 1,
      outcome: 'pending',
      status: 500,
      failure: 'status',
      durationMs: expect.any(Number),
      retryAt: delivery?.nextAttemptAt?.toISOString(),
    },
  ]);
  expect(JSON.stringify(logged)).not.toContain('of the receiver');
  expect(JSON.stringify(logged)).not.toContain(secret.slice(6));
});
