import { beforeAll, describe, expect, test } from 'vitest';
import { openLiveClient } from '../support/browsers/live-client.ts';
import { addApplication, addUser, startIssuer } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { redirectUri, relyingParty } from '../support/browsers/relying-party.ts';
import { basic, exchangeToken, form, formHeaders, sendTokenRequest } from '../support/exchanges/token-requests.ts';
import { until } from '../support/until.ts';

/** Changes of a user, made through one application, through two, and through none. */
const issuer = perFile(() => startIssuer({ environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' } }));
let resource: string;
let scopeIds: string[];
let shop: Client;
let first: Client;
let second: Client;
let token: string;

interface Client {
  id: string;
  clientSecret: string;
}

beforeAll(async () => {
  const { prisma } = issuer.database;
  const api = await prisma.apiResource.findFirstOrThrow({ where: { isBuiltIn: true }, include: { scopes: true } });
  resource = api.indicator;
  scopeIds = api.scopes.map(({ id }) => id);
  shop = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  first = await addApplication(prisma, 'MACHINE_TO_MACHINE', {
    tokenExchangeAllowed: true,
    managementApiAllowed: true,
  });
  second = await addApplication(prisma, 'MACHINE_TO_MACHINE', {
    tokenExchangeAllowed: true,
    managementApiAllowed: true,
  });
  const { username } = await addUser(prisma, { scopeIds });
  const scope = 'openid roles:read roles:write events:read webhooks:read webhooks:write';
  const party = await relyingParty(issuer.issuer, shop);
  const journey = await party.signIn(username, { scope, resource });
  token = journey.tokens.access_token;
});

const exchange = (client: Client, subject: string) => exchangeToken(issuer.url, client, { token: subject, resource });

async function call(bearer: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(issuer.url + path, { headers, ...init });
  return response.json();
}
const graphql = async (bearer: string, query: string, variables = {}) =>
  (await call(bearer, '/graphql', { query, variables })).data;

let count = 0;
async function createRole(bearer: string): Promise<string> {
  const { id } = await call(bearer, '/api/roles', { name: `Role ${++count}` });
  return id;
}

const history =
  'query ($subjectId: ID!) { events(filter: { subjectId: $subjectId }) { nodes { cause { applicationIds } } } }';
async function storedFor(bearer: string): Promise<string[]> {
  const { events } = await graphql(token, history, { subjectId: await createRole(bearer) });
  return events.nodes[0].cause.applicationIds;
}

describe('the cause of a change lists the applications that acted for the user:', () => {
  test('the application that the user signed in to', async () => {
    expect(await storedFor(token)).toEqual([shop.id]);
  });

  test('every application that exchanged the token, the latest first', async () => {
    const once = await exchange(first, token);
    expect(await storedFor(once)).toEqual([first.id]);
    expect(await storedFor(await exchange(second, once))).toEqual([second.id, first.id]);
  });

  test('no application for a change that an application made for itself: it is the actor', async () => {
    const { prisma } = issuer.database;
    const scopes = { create: scopeIds.map((scopeId) => ({ scopeId })) };
    const applications = { create: { applicationId: second.id } };
    await prisma.role.create({ data: { id: 'role_01h455vb4pex5vsknk084sn02q', name: 'all', scopes, applications } });
    const fields = { grant_type: 'client_credentials', resource };
    const headers = { ...formHeaders, authorization: basic(second) };
    const { json } = await sendTokenRequest(`${issuer.url}/oidc/token`, { headers, body: form(fields) });
    expect(await storedFor(json.access_token ?? '')).toEqual([]);
  });

  test("no application for a change that the user made on the platform's pages", async () => {
    const { events } = await graphql(
      token,
      '{ events(filter: { types: [POST_SIGN_IN] }) { nodes { cause { channel applicationIds } } } }',
    );
    expect(events.nodes).toEqual([{ cause: { channel: 'SIGN_IN', applicationIds: [] } }]);
  });

  test('the event log over REST, subscriptions, and webhooks with a selection and without have the same list', async () => {
    await using receiver = await startReceiver();
    const hook = async (body: object) =>
      call(token, '/api/webhooks', { name: 'Roles', url: receiver.url, eventTypes: ['Role.Created'], ...body });
    await hook({});
    await hook({ selection: '{ cause { applicationIds } }' });
    const client = openLiveClient({ url: `${issuer.url}/graphql` }, token);
    const watch = client.watch(
      'subscription { events(types: [ROLE_CREATED]) { ... on EventMessage { event { cause { applicationIds } } } } }',
    );
    await watch.until(1);
    const roleId = await createRole(await exchange(second, await exchange(first, token)));
    const applicationIds = [second.id, first.id];

    const { items } = await call(token, `/api/events?subjectId=${roleId}`);
    expect(items).toMatchObject([{ actor: { kind: 'user' }, cause: { operation: 'createRole', applicationIds } }]);
    await watch.until(2);
    expect(watch.messages.at(-1)?.events).toEqual({ event: { cause: { applicationIds } } });
    await until(() => receiver.received.length === 2);
    const bodies = receiver.received.map(({ json }) => json);
    expect(bodies.find(({ actor }) => actor)).toMatchObject({ actor: { kind: 'user' }, cause: { applicationIds } });
    expect(bodies.find(({ actor }) => !actor)).toMatchObject({ data: { cause: { applicationIds } } });
    await client.client.dispose();
  });
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});
