import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app/create.ts';
import { readConfig } from '../../src/config.ts';
import { permittedOperations } from '../support/permitted-operations.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { assignPositions } from '../../src/store/event-positions.ts';
import { type EventType, eventTypes } from '../../src/vocabulary/events.ts';
import { basic } from '../../tools/demo/management.ts';
import { mutationOf, requestOf } from '../support/management-api.ts';
import { type LiveClient, openLiveClient, type Watch } from '../support/browsers/live-client.ts';
import { examples } from '../operations/examples/index.ts';
import { makeRecords, type Records } from '../support/records.ts';
import { ownDatabase } from '../support/servers/database.ts';
import { codeFor, openPage } from '../support/browsers/flow-pages.ts';
import { addApplication, addUser } from '../support/issuer.ts';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';
import { redirectUri, relyingParty } from '../support/browsers/relying-party.ts';
import {
  actAsAnother,
  endAtTheIssuer,
  exchangeAToken,
  lookAfterAnAccount,
  signInAtThePage,
} from './people-at-the-issuer.ts';
import { queue } from '../store/messages/fixture.ts';
import { until } from '../support/until.ts';

/**
 * Every event, caused as in production: each operation through one of the APIs, users on the pages, and the platform
 * itself. One webhook, one subscription and the event log receive them.
 */
let own: Awaited<ReturnType<typeof ownDatabase>>;
let app: App;
let receiver: Receiver;
let gone: Receiver;
let client: LiveClient;
let watch: Watch;
let token: string;
let secret: string;
/** The event log, from the webhook's creation on. */
let rows: { id: string; type: string; subjectId: string; data: unknown; cause: unknown }[];

beforeAll(async () => {
  own = await ownDatabase();
  [receiver, gone] = await Promise.all([startReceiver(), startReceiver(410)]);
  app = await startApp(own.url);
  token = await tokenOfTheFirstApplication();
  const allRecords = await makeWorlds();
  client = openLiveClient({ url: `${app.url}/graphql` }, token);
  watch = client.watch('subscription { events { ... on EventMessage { event { id typeName subject { id } } } } }');
  await watch.until(1);
  const hook = 'mutation ($url: URL!) { createWebhook(input: { name: "All", url: $url }) { webhook { id } secret } }';
  const { createWebhook } = await graphql(hook, { url: receiver.url });
  secret = createWebhook.secret;
  await causeEverything(allRecords);
  rows = await logAfterCreationOf(createWebhook.webhook.id);
});

afterAll(async () => {
  await client.client.dispose();
  await app.close();
  for (const one of [receiver, gone]) await one[Symbol.asyncDispose]();
  await own.drop();
});

function startApp(url: string): Promise<App> {
  const environment = {
    DATABASE_URL: url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORT: '0',
    HOST: '127.0.0.1',
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    SIGN_UP: 'open',
  };
  return createApp(readConfig(environment), { logger: createLogger('error', { write: () => {} }) }).then((started) => {
    started.listen();
    return started;
  });
}

async function tokenOfTheFirstApplication(): Promise<string> {
  const { clientId = '', clientSecret = '' } = app.services.firstStart ?? {};
  const response = await fetch(`${app.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: basic(clientId, clientSecret) },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: app.config.managementResource }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** By an application. A user acts as another in `actAsAnother`. */
const callable = permittedOperations.filter(({ usersOnly }) => !usersOnly);

/** Records for each operation, created before the subscription. Few of their webhooks take part in deliveries. */
async function makeWorlds(): Promise<Records[]> {
  const { database, clock } = app.services;
  const { prisma } = database;
  const allRecords: Records[] = [];
  const used: string[] = [];
  for (const { name } of callable) {
    const records = await makeRecords({ database, now: clock.now });
    const isUsed = JSON.stringify(examples[name]?.(records) ?? {}).includes(records.webhook);
    if (isUsed || allRecords.length === 0) used.push(records.webhook);
    allRecords.push(records);
  }
  await prisma.webhook.updateMany({ data: { eventTypes: ['Webhook.Updated'] } });
  await prisma.webhook.updateMany({ where: { id: { notIn: used } }, data: { isEnabled: false } });
  return allRecords;
}

async function call(method: string, path: string, body?: unknown, type = 'application/json') {
  const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) };
  const sent = typeof body === 'object' ? JSON.stringify(body) : (body as string | undefined);
  const response = await fetch(app.url + path, { method, headers, ...(sent !== undefined && { body: sent }) });
  const text = await response.text();
  if (!response.ok || text.includes('"errors"')) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text;
}
const graphql = async (query: string, variables: object = {}) =>
  JSON.parse(await call('POST', '/graphql', { query, variables })).data;

async function causeEverything(allRecords: readonly Records[]): Promise<void> {
  for (const [index, { name, route }] of callable.entries()) {
    const { input } = examples[name]?.(allRecords[index] as Records) ?? { input: {} };
    const [method, path, body] = requestOf(`${route?.method} ${route?.path}`, input, false);
    if (index % 2) await call(method, `/api${path}`, body);
    else await call('POST', '/graphql', mutationOf(name, input, false));
  }
  // A job gives way to other work, of which there is much beside this test.
  await until(() => receivedEvents().some(({ typeName }) => typeName === 'Job.Finished'), 60_000);
  await enableAgain(allRecords[0] as Records);
  await createMany();
  await signInAtThePage(app);
  await lookAfterAnAccount(app);
  await usePages();
  await endAtTheIssuer(app);
  await exchangeAToken(app);
  await actAsAnother(app);
  await until(() => receivedEvents().some(({ typeName }) => typeName === 'Application.Delegation.Started'));
  await failToSend();
  await loseAnEndpoint();
}

async function enableAgain({ webhook }: Records): Promise<void> {
  for (const isEnabled of [false, true]) await call('PATCH', `/api/webhooks/${webhook}/is-enabled`, { isEnabled });
}

async function createMany(): Promise<void> {
  await call('POST', '/api/bulk/create-users', { items: [{ username: 'one_of_many' }, { username: 'another' }] });
  await call('POST', '/api/users/import', '{"username":"imported"}\n', 'application/x-ndjson');
}

/** A connector whose server does not exist cannot send a message. */
async function failToSend(): Promise<void> {
  const { database, clock } = app.services;
  const input = { kind: 'sms', name: 'Gone', http: { url: 'http://127.0.0.1:9/' } };
  const id = JSON.parse(await call('POST', '/api/connectors', input)).id as string;
  await call('PATCH', `/api/connectors/${id}/is-enabled`, { isEnabled: true });
  await queue({ database, now: clock.now }, { channel: 'sms', recipient: '+4915112345678' });
  await until(() =>
    receivedEvents().some(({ typeName, subject }) => typeName === 'Connector.Failing' && subject.id === id),
  );
}

/** A sign-up, a reset, too many codes and wrong passwords, and an identity provider that does not exist. */
async function usePages(): Promise<void> {
  const { prisma } = app.services.database;
  const application = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  const web = await relyingParty(app.config.issuer, application);
  const pages = { url: app.url, publicUrl: app.config.publicUrl };
  const email = 'new@example.com';
  const signUp = await openPage(pages, web);
  await signUp.answer({ way: 'sign-up' });
  await signUp.answer({ identifier: email });
  await signUp.answer({ code: await codeFor(pages, email) });
  await signUp.answer({ password: 'seven wooden ships at sea' });

  const known = await addUser(prisma, { emailVerifiedAt: new Date() });
  const reset = await openPage(pages, web);
  await reset.answer({ way: 'reset' });
  await reset.answer({ identifier: known.email ?? '' });
  await reset.answer({ code: await codeFor(pages, known.email ?? '') });
  await reset.answer({ password: 'seven wooden ships at sea' });

  const anHourAgo = new Date(Date.now() - 3_600_000);
  await prisma.messageLimit.updateMany({ data: { sentAt: Array.from({ length: 20 }, () => anHourAgo) } });
  const limited = await openPage(pages, web);
  await limited.answer({ way: 'email-code', identifier: email });

  const guess = async () => {
    const page = await openPage(pages, web);
    await page.answer({ identifier: email, password: 'a wrong password' });
  };
  await Promise.all(Array.from({ length: 10 }, guess));

  const settings = { issuer: 'https://login.invalid', clientId: 'mandate' };
  const provider = {
    preset: 'oidc',
    name: 'Gone',
    oidc: settings,
    secrets: { clientSecret: 'the secret of the client' },
  };
  const { id } = JSON.parse(await call('POST', '/api/identity-providers', provider)) as { id: string };
  await call('PATCH', `/api/identity-providers/${id}/is-enabled`, { isEnabled: true });
  await (await openPage(pages, web)).answer({ way: `identity:${id}` });
}

/** The platform disables a webhook whose endpoint responds with 410. */
async function loseAnEndpoint(): Promise<void> {
  const input = { name: 'Gone', url: gone.url, eventTypes: ['Role.Created'] };
  const id = JSON.parse(await call('POST', '/api/webhooks', input)).id as string;
  await call('POST', '/api/roles', { name: 'The last straw' });
  await until(() =>
    receivedEvents().some(({ typeName, subject }) => typeName === 'Webhook.Disabled' && subject.id === id),
  );
}

async function logAfterCreationOf(webhookId: string) {
  const { prisma } = app.services.database;
  await assignPositions(app.services.database);
  const created = await prisma.event.findFirstOrThrow({ where: { type: 'Webhook.Created', subjectId: webhookId } });
  return prisma.event.findMany({
    where: { position: { gt: created.position ?? 0n } },
    orderBy: { position: 'asc' },
    select: { id: true, type: true, subjectId: true, data: true, cause: true },
  });
}

interface ReceivedEvent {
  id: string;
  typeName: string;
  subject: { id: string };
}
const receivedEvents = (): ReceivedEvent[] => watch.messages.flatMap(({ events: { event } }) => event ?? []);

describe('every event of this version', () => {
  it('is in the log: all types of the catalog', () => {
    const caused = new Set(rows.map(({ type }) => type as EventType));
    expect(eventTypes.filter((type) => !caused.has(type))).toEqual([]);
  });

  it('is published as one that this version emits', async () => {
    const { eventTypes: published } = await graphql('{ eventTypes { typeName } }');
    expect(published).toEqual(eventTypes.map((typeName) => ({ typeName })));
  });

  it('has as its channel each of the possible ones', () => {
    const channels = new Set(rows.map(({ cause }) => (cause as { channel: string }).channel));
    expect([...channels].sort()).toEqual(['graphql', 'oidc', 'platform', 'rest', 'sign-in']);
  });

  it('is sent by the subscription once, in the order of the log and with the same id', async () => {
    const last = rows.at(-1)?.id;
    await until(() => receivedEvents().some(({ id }) => id === last));
    const received = receivedEvents();
    const first = received.findIndex(({ id }) => id === rows[0]?.id);
    // The platform may have caused more events since the log was read.
    expect(received.slice(first, first + rows.length)).toEqual(
      rows.map(({ id, type, subjectId }) => ({ id, typeName: type, subject: { id: subjectId } })),
    );
    expect(new Set(received.map(({ id }) => id)).size).toBe(received.length);
  });

  it('is counted in the metrics, as is every delivery attempt', async () => {
    await until(() => rows.every(({ id }) => receiver.received.some(({ headers }) => headers['webhook-id'] === id)));
    const counted = async (outcome: string) => {
      const metrics = await call('GET', '/metrics');
      return Number(
        new RegExp(`^mandate_webhook_attempts_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(metrics)?.[1],
      );
    };
    await expect.poll(() => counted('delivered')).toBeGreaterThanOrEqual(rows.length);
    // The endpoint that responded with 410.
    expect(await counted('status')).toBeGreaterThanOrEqual(1);
  });

  it('is sent to the webhook with the same id, and its signature is accepted by the published package', async () => {
    const ids = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    await until(() => rows.every(({ id }) => ids().has(id)));
    receiver.verify(secret);
    const byId = new Map(receiver.received.map(({ json }) => [json.id, json]));
    for (const { id, type, data } of rows) expect(byId.get(id)).toMatchObject({ id, type, data });
  });
});
