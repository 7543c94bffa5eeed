import { randomBytes } from 'node:crypto';
import { getNamedType, isRequiredArgument } from 'graphql';
import { expect } from 'vitest';
import { type App, createApp } from '../../src/app/create.ts';
import { readConfig } from '../../src/config.ts';
import { schema } from '../../src/graphql/schema.ts';
import { exposedOperations } from '../../src/operations/index.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { examples } from '../operations/examples/index.ts';
import { makeRecords, type Records } from '../support/records.ts';
import { Visitor } from '../support/browsers/browser.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { redirectUri, relyingParty } from '../support/browsers/relying-party.ts';
import { type Received, listen } from './received.ts';
import {
  makeConnector,
  makeIdentityProvider,
  makeWebhook,
  presentSubjectToken,
  tokenOfAnAdministrator,
} from './records-with-secrets.ts';
import { documentOf, isChainOfChain, packsOf, parts, payloadSelections } from './selections.ts';
import { mutationOf, requestOf } from '../support/management-api.ts';
import { operations as table, routes } from './table.ts';

const secretsKey = randomBytes(32).toString('base64');
const client = { id: ids.next('application'), secret: `first-${ids.secret()}` };
const password = () => `password-${ids.secret(12)}`;
const adminPassword = password();

let own: OwnDatabase;
let app: App;
let records: Records;
let received: Received;
/** The log, and the responses: of all endpoints, and of the Management API alone. */
const logged: string[] = [];
const answered: string[] = [];
const managed: string[] = [];

/** Known secrets by kind. Those that the issuer returns to their owner are separate. */
const secrets = new Map<string, string>([
  ['SECRETS_KEY', secretsKey],
  ['the first administrator’s password', adminPassword],
  ['the first application’s secret', client.secret],
]);
const handed = new Map<string, string>();

const realFetch = globalThis.fetch;

/** A platform with log level trace, all of whose secrets are known, after a request of every kind. */
export async function live() {
  globalThis.fetch = recorded;
  own = await ownDatabase();
  const config = readConfig({
    DATABASE_URL: own.url,
    SECRETS_KEY: secretsKey,
    PORT: '0',
    HOST: '127.0.0.1',
    NODE_ENV: 'test',
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    BOOTSTRAP_ADMIN_PASSWORD: adminPassword,
    BOOTSTRAP_CLIENT_ID: client.id,
    BOOTSTRAP_CLIENT_SECRET: client.secret,
  });
  app = await createApp(config, { logger: createLogger('trace', { write: (line) => void logged.push(line) }) });
  app.listen();
  records = await makeRecords({ ...app.services, now: () => new Date() });
  await knowStoredSecrets();
  token = await tokenOf();
  received = await listen(app.url, token, realFetch);
  shownOnce('the secret of a webhook', await makeWebhook({ call, secrets, url: received.url }));
  await makeConnector({ call, rest, secrets });
  await makeIdentityProvider({ call, rest, secrets });
  await makeSecrets();
  await useThemBadly();
  const tokenOfUser = await tokenOfAnAdministrator(app);
  handed.set('an administrator’s access token', tokenOfUser);
  await doEverything(tokenOfUser);
  await actAsAnother(tokenOfUser);
  // Users, applications, secrets, passwords, sign-ins.
  await received.until(7);
  await readEverything();
  globalThis.fetch = realFetch;
  return {
    pool: app.services.database.pool,
    secrets,
    handed,
    answered,
    managed,
    logged,
    received,
    async [Symbol.asyncDispose]() {
      await received[Symbol.asyncDispose]();
      await app.close();
      await own.drop();
    },
  };
}

async function recorded(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await realFetch(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const text = JSON.stringify([...response.headers]) + (await response.clone().text());
  answered.push(text);
  if (!pathname.startsWith('/oidc/') && !pathname.startsWith('/sign-in')) managed.push(text);
  return response;
}

/** The private keys and the hashes of passwords and secrets in the database. */
async function knowStoredSecrets(): Promise<void> {
  const { database, secretBox } = app.services;
  // A key of the fixture has no private part.
  const { rows } = await database.pool.query<{ id: string; encrypted_key: Buffer }>(
    'SELECT id, encrypted_key FROM signing_keys WHERE length(encrypted_key) > 8',
  );
  for (const { id, encrypted_key: sealed } of rows) {
    const key = JSON.parse(secretBox.open(sealed).toString()) as Record<string, string>;
    // RFC 7518 §6.2.2 and §6.3.2: the private members of a JWK.
    for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi'].filter((name) => name in key)) {
      secrets.set(`"${member}" of the private signing key ${id}`, key[member] ?? '');
    }
  }
}

async function tokenOf(): Promise<string> {
  const response = await realFetch(`${app.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: app.config.managementResource }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  handed.set('an application’s access token', token);
  return token;
}

let token: string;
const call = async (query: string, variables: object = {}, bearer = token) => {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query, variables });
  return (await fetch(`${app.url}/graphql`, { method: 'POST', headers, body })).json();
};
const rest = async (method: string, path: string, body?: object, bearer = token) => {
  const headers = { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) };
  return fetch(`${app.url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
};

/** A secret that is shown once: it is removed from that response, and known from then on. */
function shownOnce(name: string, value: string): void {
  for (const texts of [answered, managed]) {
    const last = texts.findLastIndex((text) => text.includes(value));
    expect(last).not.toBe(-1);
    texts.splice(last, 1);
  }
  // Without the id before it, which is no secret.
  secrets.set(name, value.split('.').at(-1) ?? value);
}

/** A user with a password who signs in to an application with a secret, all created through the Management API. */
async function makeSecrets(): Promise<void> {
  const [first, second] = [password(), password()];
  secrets.set('a password', first).set('a changed password', second);
  const made = await call(
    `mutation ($user: CreateUserInput!, $application: CreateApplicationInput!) {
      createUser(input: $user) { user { id } }
      createApplication(input: $application) { application { id } }
    }`,
    {
      user: { username: 'grace', password: first },
      application: { name: 'Web', type: 'TRADITIONAL_WEB', redirectUris: [redirectUri] },
    },
  );
  const userId: string = made.data.createUser.user.id;
  const applicationId: string = made.data.createApplication.application.id;
  const secretOf = async (name: string): Promise<string> => {
    const mutation = `mutation ($input: AddApplicationSecretInput!) { addApplicationSecret(input: $input, idempotencyKey: "${name}") { secret } }`;
    return (await call(mutation, { input: { applicationId, name } })).data.addApplicationSecret.secret;
  };
  const clientSecret = await secretOf('first');
  shownOnce('an application’s secret', clientSecret);
  const created = await (await rest('POST', `/applications/${applicationId}/secrets`, { name: 'second' })).json();
  shownOnce('an application’s secret by REST', created.secret);
  await rest('PATCH', `/users/${userId}/password`, { password: second });
  await signIn({ id: applicationId, clientSecret }, second);
}

async function signIn(application: { id: string; clientSecret: string }, secret: string): Promise<void> {
  const party = await relyingParty(app.config.issuer, application);
  const visitor = new Visitor();
  const journey = await party.start({ scope: 'openid offline_access', prompt: 'consent' });
  const back = await visitor.signIn(journey.url, 'grace', secret);
  handed.set('an authorization code', back.searchParams.get('code') ?? '');
  const tokens = await party.redeem(journey, back);
  handed.set('an access token', tokens.access_token).set('an ID token', tokens.id_token ?? '');
  handed.set('a refresh token', tokens.refresh_token ?? '');
  for (const [name, value] of visitor.cookies())
    if (!/\.sig$|_way$/.test(name)) handed.set(`the cookie ${name}`, value);
}

/** Secrets in the wrong places: in invalid inputs, as wrong passwords, as tokens. */
async function useThemBadly(): Promise<void> {
  const wrong = password();
  secrets.set('a password in a faulty input', wrong);
  await call('mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', {
    input: { username: 'x', password: [wrong] },
  });
  await call('mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', {
    input: { username: 'no name', password: wrong, unknown: 1 },
  });
  for (const literal of [`["${wrong}"]`, `"${wrong}" username: 1`, `"${wrong}" "${wrong}"`, `{ a: "${wrong}" }`]) {
    await call(`mutation { createUser(input: { password: ${literal} }) { user { id } } }`);
  }
  await call(`mutation { createApplication(input: { name: "x", type: "${wrong}" }) { application { id } } }`);
  await call('mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } } }', {
    input: { name: 'x', type: wrong },
  });
  await call('{ events(filter: { after: "X" }) { totalCount } }'.replace('X', wrong));
  await rest('GET', `/events?after=${wrong}`);
  await rest('POST', '/users', { password: { a: wrong } });
  await rest('POST', '/users', { username: 1, password: wrong });
  const party = await relyingParty(app.config.issuer, { id: client.id, clientSecret: wrong });
  await party.signIn('grace').catch(() => undefined);
  await realAnswer(`${app.url}/graphql`, wrong);
  await realAnswer(`${app.url}/api/users`, wrong);
}

const realAnswer = (url: string, bearer: string) => fetch(url, { headers: { authorization: `Bearer ${bearer}` } });

/**
 * Every operation through both APIs, with its complete response; as dry runs, so that one fixture is enough. Those of
 * users only are called by an administrator.
 */
async function doEverything(tokenOfUser: string): Promise<void> {
  const fieldsOf = payloadSelections(2);
  for (const operation of exposedOperations) {
    const example = examples[operation.name]?.(records);
    // The caller is an application: nothing belongs to it.
    if (!example || operation.permission === 'self') continue;
    const bearer = operation.usersOnly ? tokenOfUser : token;
    const input = { ...example.input };
    if ('password' in input) {
      input['password'] = password();
      secrets.set(`the password of ${operation.name}`, String(input['password']));
    }
    const { query, variables } = mutationOf(operation.name, input);
    const fields = fieldsOf(operation.name);
    const answer = await call(query.replace('{ events { typeName } }', `{ ${fields} }`), variables, bearer);
    expect([operation.name, answer.errors]).toEqual([operation.name, undefined]);
    collect(`the secret of ${operation.name}`, answer.data[operation.name]);
    const response = await rest(...requestOf(table[operation.name]?.[2] ?? '', input), bearer);
    expect([operation.name, response.status]).toEqual([operation.name, 200]);
    collect(`the secret of ${operation.name} by REST`, (await response.json()).result);
  }
}

/** Notes the secrets that an operation returns once. */
function collect(name: string, answered: { secret?: unknown; token?: unknown; subjectToken?: unknown } | null): void {
  const { secret, token: link, subjectToken } = answered ?? {};
  for (const value of [secret, link, subjectToken]) if (typeof value === 'string') shownOnce(name, value);
}

/** With a subject token that is stored, unlike those of dry runs. */
async function actAsAnother(bearer: string): Promise<void> {
  const prepared = await rest('POST', '/subject-tokens', { userId: records.user, reason: 'Ticket' }, bearer);
  const { subjectToken } = await prepared.json();
  shownOnce('a subject token', subjectToken);
  handed.set('an access token of an impersonation', await presentSubjectToken(app, subjectToken, records.n));
}

/** Every field of the graph, every GET of a collection, and the remaining endpoints. */
async function readEverything(): Promise<void> {
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    if (field.args.some(isRequiredArgument) && field.name !== 'user' && field.name !== 'application') continue;
    const id = field.name === 'user' ? records.user : records.application;
    const args = field.args.some(isRequiredArgument) ? `(id: "${id}")` : '';
    const selected = parts(getNamedType(field.type)).map((part) => [field.name + args, part] as const);
    // A chain within a chain has the same exchanges, and costs too much.
    for (const some of packsOf(selected.filter(([, part]) => !isChainOfChain(part)))) {
      const document = documentOf(some);
      const answer = await call(document);
      expect([document, answer.errors]).toEqual([document, undefined]);
    }
  }
  const lists = Object.keys(routes).filter((route) => !route.includes(':'));
  for (const route of lists) {
    const isWhole = route.startsWith('GET /export') || route.includes('/exchange-');
    const size = isWhole ? '' : '?limit=100';
    expect((await rest('GET', route.slice('GET '.length) + size)).status).toBe(200);
  }
  for (const path of [
    '/healthz',
    '/readyz',
    '/metrics',
    '/oidc/jwks',
    '/oidc/.well-known/openid-configuration',
    '/api/openapi.json',
  ]) {
    await fetch(app.url + path);
  }
}
