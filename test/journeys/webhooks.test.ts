import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { type Management, signInAsApplication } from '../../tools/demo/management.ts';
import { ownDatabase } from '../support/servers/database.ts';
import { killAll, type PlatformProcess, startPlatform } from '../support/servers/platform-process.ts';
import { freePort } from '../support/servers/redis-server.ts';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';

/** The platform as a process, and a receiver that verifies with the published package. */
let own: Awaited<ReturnType<typeof ownDatabase>>;
let receiver: Receiver;
let common: Record<string, string>;

const first = { clientId: systemIds.next('application'), clientSecret: systemIds.secret() };

beforeAll(async () => {
  own = await ownDatabase();
  receiver = await startReceiver();
  common = {
    PUBLIC_URL: `http://127.0.0.1:${await freePort()}`,
    DATABASE_URL: own.url,
    REDIS_URL: inject('redis'),
    SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    BOOTSTRAP_CLIENT_ID: first.clientId,
    BOOTSTRAP_CLIENT_SECRET: first.clientSecret,
  };
});

afterAll(async () => {
  killAll();
  await receiver[Symbol.asyncDispose]();
  await own.drop();
});

async function start(): Promise<{ process: PlatformProcess; management: Management }> {
  const port = new URL(common['PUBLIC_URL'] ?? '').port;
  const process = await startPlatform({ ...common, PORT: port });
  await process.ready;
  return { process, management: await signInAsApplication(process.url, first) };
}

const createHook = async (management: Management): Promise<string> => {
  const { createWebhook } = await management.call<{ createWebhook: { secret: string } }>(
    'mutation ($url: URL!) { createWebhook(input: { name: "Index", url: $url, eventTypes: [USER_CREATED] }) { secret } }',
    { url: receiver.url },
  );
  return createWebhook.secret;
};
const createUser = async (management: Management, username: string): Promise<string> => {
  const { createUser: created } = await management.call<{ createUser: { user: { id: string } } }>(
    'mutation ($username: String!) { createUser(input: { username: $username }) { user { id } } }',
    { username },
  );
  return created.user.id;
};

test('an event whose process is killed during its delivery is delivered again by the next process, with the same id', async () => {
  const { process, management } = await start();
  const secret = await createHook(management);
  // It does not respond: the attempt is made and its result is never stored.
  receiver.answer(() => undefined);
  const user = await createUser(management, 'ada');
  const toldOf = (id: string) => receiver.received.filter(({ json }) => json.subject.id === id);
  await until(() => toldOf(user).length > 0);
  process.child.kill('SIGKILL');
  await process.ended;
  const { length: before } = receiver.received;
  receiver.answer(204);
  const next = await start();
  const other = await createUser(next.management, 'grace');
  await until(() => toldOf(user).length > before && toldOf(other).length > 0, 25_000);
  for (const id of [user, other]) expect(new Set(toldOf(id).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ json }) => json.subject.id))).toEqual(new Set([user, other]));
  receiver.verify(secret);
  next.process.child.kill('SIGTERM');
  expect(await next.process.ended).toBe(0);
  expect(next.process.stderr()).toBe('');
});

test('two processes share the work: each event is sent once, whichever process made the change', async () => {
  const here = await start();
  const there = await startPlatform(common);
  await there.ready;
  receiver.received.length = 0;
  const users: string[] = [];
  for (let round = 0; round < 10; round++) {
    const names = Array.from({ length: 5 }, (_, index) => `shared${round}-${index}`);
    users.push(...(await Promise.all(names.map((name) => createUser(here.management, name)))));
  }
  await until(() => receiver.received.length >= 50, 30_000);
  const messages: string[] = receiver.received.map(({ json }) => json.subject.id);
  expect(messages.sort()).toEqual(users.sort());
  for (const { child, ended } of [here.process, there]) {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }
});
