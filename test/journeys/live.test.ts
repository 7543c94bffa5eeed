import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { type Management, signInAsApplication } from '../../tools/demo/management.ts';
import { type LiveClient, openLiveClient } from '../support/browsers/live-client.ts';
import { ownDatabase } from '../support/servers/database.ts';
import { killAll, type PlatformProcess, startPlatform } from '../support/servers/platform-process.ts';
import { freePort, type PrivateRedis, startPrivateRedis } from '../support/servers/redis-server.ts';
import { until } from '../support/until.ts';

/** Two processes of one platform with Redis: subscribers are connected to one, changes are made on the other. */
let own: Awaited<ReturnType<typeof ownDatabase>>;
let redis: PrivateRedis;
let here: PlatformProcess;
let there: PlatformProcess;
let management: Management;
/** A subscriber's application, which may only read events. */
let watcher: { id: string; secret: string; token: string };

const first = { clientId: systemIds.next('application'), clientSecret: systemIds.secret() };
const consoles: LiveClient[] = [];

beforeAll(async () => {
  [own, redis] = await Promise.all([ownDatabase(), startPrivateRedis()]);
  const port = String(await freePort());
  const common = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: own.url,
    REDIS_URL: redis.url,
    SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
    BOOTSTRAP_CLIENT_ID: first.clientId,
    BOOTSTRAP_CLIENT_SECRET: first.clientSecret,
  };
  [here, there] = await Promise.all([startPlatform({ ...common, PORT: port }), startPlatform(common)]);
  await Promise.all([here.ready, there.ready]);
  management = await signInAsApplication(here.url, first);
  watcher = await createWatcher();
});

afterAll(async () => {
  for (const { client } of consoles) client.terminate();
  killAll();
  await redis.stop();
  await own.drop();
});

async function createWatcher(): Promise<typeof watcher> {
  const { apiResources } = await management.call<{
    apiResources: { nodes: { isBuiltIn: boolean; scopes: { nodes: { id: string; name: string }[] } }[] };
  }>('{ apiResources { nodes { isBuiltIn scopes(first: 100) { nodes { id name } } } } }');
  const scopes = apiResources.nodes.find(({ isBuiltIn }) => isBuiltIn)?.scopes.nodes ?? [];
  const scopeIds = scopes.filter(({ name }) => name === 'events:read').map(({ id }) => id);
  const { createRole } = await management.call<{ createRole: { role: { id: string } } }>(
    'mutation ($scopeIds: [ID!]) { createRole(input: { name: "Watcher", scopeIds: $scopeIds }) { role { id } } }',
    { scopeIds },
  );
  const { createApplication } = await management.call<{ createApplication: { application: { id: string } } }>(
    'mutation { createApplication(input: { name: "Console", type: MACHINE_TO_MACHINE }) { application { id } } }',
  );
  const { id } = createApplication.application;
  const { addApplicationSecret } = await management.call<{ addApplicationSecret: { secret: string } }>(
    'mutation ($id: ID!) { addApplicationSecret(input: { applicationId: $id, name: "one" }) { secret } }',
    { id },
  );
  await management.call(
    'mutation ($id: ID!, $roleId: ID!) { assignApplicationRoles(input: { applicationId: $id, roleIds: [$roleId] }) { application { id } } }',
    { id, roleId: createRole.role.id },
  );
  const { secret } = addApplicationSecret;
  return { id, secret, token: await tokenOf(id, secret) };
}

async function tokenOf(client_id: string, client_secret: string): Promise<string> {
  const fields = { grant_type: 'client_credentials', client_id, client_secret, resource: `${here.url}/api` };
  const response = await fetch(`${here.url}/oidc/token`, { method: 'POST', body: new URLSearchParams(fields) });
  return ((await response.json()) as { access_token: string }).access_token;
}

const events = `subscription ($after: String) { events(after: $after, types: [USER_CREATED]) {
  ... on CaughtUp { cursor } ... on EventMessage { cursor event { ... on UserCreatedEvent { user { name } } } } } }`;

function watch(at: PlatformProcess, after?: string) {
  const opened = openLiveClient({ url: `${at.url}/graphql` }, watcher.token);
  consoles.push(opened);
  const watched = opened.watch(events, { after });
  const messages = () =>
    watched.messages.map((message) => message.events as { cursor: string; event?: { user: { name: string } } });
  return {
    opened,
    watched,
    names: () => messages().flatMap(({ event }) => (event ? [event.user.name] : [])),
    cursor: () => messages().at(-1)?.cursor,
  };
}
const create = (name: string) =>
  management.call('mutation ($name: String) { createUser(input: { name: $name }) { user { id } } }', { name });

/**
 * Makes changes, each after the event of the previous one. Returns the milliseconds until the event of the fastest, but
 * for the first, which could be fast by chance.
 */
async function createOneByOne(client: ReturnType<typeof watch>, names: string[]): Promise<number> {
  await client.watched.until(1);
  const took: number[] = [];
  for (const [index, name] of names.entries()) {
    const start = performance.now();
    await create(name);
    await client.watched.until(index + 2);
    took.push(performance.now() - start);
  }
  expect(client.names()).toEqual(names);
  return Math.min(...took.slice(1));
}

test('a change on one process is sent at once by the other', async () => {
  const fastest = await createOneByOne(watch(there), ['one', 'two', 'three', 'four', 'five', 'six', 'seven']);
  // Without nudges an event arrives with a poll, and the next one a second later with the next poll.
  expect(fastest).toBeLessThan(800);
});

test('no event is lost without Redis: events arrive, cursors remain valid, and nudges resume with Redis', async () => {
  const client = watch(there);
  await client.watched.until(1);
  await redis.stop();
  const names = ['Without Redis', 'Nor now', 'Nor then'];
  await createOneByOne(client, names);
  const cursor = client.cursor();
  client.watched.stop();
  await create('While disconnected');
  // Another Redis in its place, without any data.
  await redis.start();
  const next = watch(there, cursor);
  await next.watched.until(2);
  await create('Once it is back');
  await next.watched.until(3);
  expect([client.names(), next.names()]).toEqual([names, ['While disconnected', 'Once it is back']]);
});

test('a subscriber whose process is killed resumes on another one without gaps or repetitions', async () => {
  const before = watch(there);
  await before.watched.until(1);
  await create('Before');
  await before.watched.until(2);
  there.child.kill('SIGKILL');
  await there.ended;
  await create('Meanwhile');
  const after = watch(here, before.cursor());
  await after.watched.until(2);
  await create('Afterwards');
  await after.watched.until(3);
  expect([...before.names(), ...after.names()]).toEqual(['Before', 'Meanwhile', 'Afterwards']);
});

test('a subscriber whose application is suspended is closed with 4403, and needs a new token afterwards', async () => {
  const client = watch(here);
  await client.watched.until(1);
  await management.call(
    'mutation ($id: ID!) { setApplicationSuspended(input: { applicationId: $id, isSuspended: true }) { application { id } } }',
    { id: watcher.id },
  );
  await until(() => client.opened.closed.length > 0);
  expect(client.opened.closed[0]).toMatchObject({ code: 4403 });
  await management.call(
    'mutation ($id: ID!) { setApplicationSuspended(input: { applicationId: $id, isSuspended: false }) { application { id } } }',
    { id: watcher.id },
  );
  const again = watch(here);
  await until(() => again.opened.closed.length > 0);
  expect(again.opened.closed[0]).toMatchObject({ code: 4403 });
  watcher.token = await tokenOf(watcher.id, watcher.secret);
});

test('a process that is stopped closes its sockets with 1001, and ends', async () => {
  const client = watch(here);
  await client.watched.until(1);
  here.child.kill('SIGTERM');
  await until(() => client.opened.closed.length > 0);
  expect(client.opened.closed[0]?.code).toBe(1001);
  expect(await here.ended).toBe(0);
});
