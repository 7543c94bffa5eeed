import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { App } from '../../src/app/create.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { accessTokenType, impersonationTokenType } from '../../src/vocabulary/token-exchange.ts';
import { redirectUri, relyingParty } from '../support/browsers/relying-party.ts';
import { addApplication, addUser } from '../support/issuer.ts';
import { basic, exchangeGrant, form, formHeaders } from '../support/exchanges/token-requests.ts';

interface Apis {
  // oxlint-disable-next-line typescript/no-explicit-any
  call(query: string, variables?: object): Promise<any>;
  rest(method: string, path: string, body?: object): Promise<Response>;
  /** The secrets that were noted, by description. */
  secrets: Map<string, string>;
}

/** A webhook with every kind of secret. Returns the one that is shown once. */
export async function makeWebhook({ call, secrets, url }: Pick<Apis, 'call' | 'secrets'> & { url: string }) {
  const key = `key-${ids.secret()}`;
  secrets.set('the header of a webhook', key);
  const input = { name: 'Index', url, hasKeyPair: true, headers: { 'X-Key': key } };
  const mutation = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { id } } }';
  return (await call(mutation, { input })).data.createWebhook.secret as string;
}

/** A connector with every kind of secret, by both APIs. */
export async function makeConnector({ call, rest, secrets }: Apis): Promise<void> {
  const [password, changed, key] = [0, 1, 2].map((n) => `connector-${n}-${ids.secret()}`) as [string, string, string];
  const signingKey = randomBytes(32).toString('base64');
  secrets.set('the password of a connector', password).set('the changed password of a connector', changed);
  secrets.set('the header of a connector', key).set('the signing secret of a connector', signingKey);
  const input = {
    name: 'SMS',
    kind: 'SMS',
    http: { url: 'https://sms.example.com/send', username: 'mandate' },
    secrets: { password, signingSecret: `whsec_${signingKey}`, headers: { 'X-Key': key } },
  };
  const mutation =
    'mutation ($input: CreateConnectorInput!) { createConnector(input: $input) { connector { id secretNames } events { data } } }';
  const created = await call(mutation, { input });
  const { id } = created.data.createConnector.connector;
  expect((await rest('PATCH', `/connectors/${id}`, { secrets: { password: changed } })).status).toBe(200);
  await rest('PATCH', `/connectors/${id}`, { smtp: {}, secrets: { password: `${changed}\n` } });
}

/** An identity provider with a client secret, by both APIs. */
export async function makeIdentityProvider({ call, rest, secrets }: Apis): Promise<void> {
  const [first, second] = [0, 1].map((n) => `client-secret-${n}-${ids.secret()}`) as [string, string];
  secrets.set('the client secret of an identity provider', first);
  secrets.set('the changed client secret of an identity provider', second);
  const input = { preset: 'GITHUB', oauth2: { clientId: 'mandate' }, secrets: { clientSecret: first } };
  const mutation =
    'mutation ($input: CreateIdentityProviderInput!) { createIdentityProvider(input: $input) { identityProvider { id secretNames } events { data } } }';
  const created = await call(mutation, { input });
  const { id } = created.data.createIdentityProvider.identityProvider;
  const changes = { secrets: { clientSecret: second } };
  expect((await rest('PATCH', `/identity-providers/${id}`, changes)).status).toBe(200);
  await rest('PATCH', `/identity-providers/${id}`, { secrets: { clientSecret: `${second}\n` } });
}

/** An access token of an administrator with every permission, from a sign-in. */
export async function tokenOfAnAdministrator({ config, services }: App): Promise<string> {
  const { prisma } = services.database;
  const where = { resource: { indicator: config.managementResource } };
  const permissions = await prisma.scope.findMany({ where });
  const administrator = await addUser(prisma, { scopeIds: permissions.map(({ id }) => id) });
  const web = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  const scope = ['openid', ...permissions.map(({ name }) => name)].join(' ');
  const requested = { scope, resource: config.managementResource };
  return (await (await relyingParty(config.issuer, web)).signIn(administrator.username, requested)).tokens.access_token;
}

/** Presents a subject token wherever tokens are read. Returns the access token, which it gives once. */
export async function presentSubjectToken({ services, url }: App, subjectToken: string, n: number): Promise<string> {
  const switches = { tokenExchangeAllowed: true, impersonationAllowed: true };
  const authorization = basic(await addApplication(services.database.prisma, 'MACHINE_TO_MACHINE', switches));
  const send = async (path: string, fields: Record<string, string>, credentials: Record<string, string>) => {
    const headers = { ...formHeaders, ...credentials };
    const response = await fetch(`${url}/oidc/${path}`, { method: 'POST', headers, body: form(fields) });
    return { status: response.status, json: (await response.json()) as { access_token: string } };
  };
  const exchange = { grant_type: exchangeGrant, resource: `https://orders.example/${n}`, subject_token: subjectToken };
  const present = { ...exchange, subject_token_type: impersonationTokenType };
  expect((await send('token', present, {})).status).toBe(400);
  expect((await send('token', { ...exchange, subject_token_type: accessTokenType }, { authorization })).status).toBe(
    400,
  );
  const { status, json } = await send('token', present, { authorization });
  expect(status).toBe(200);
  expect((await send('token', present, { authorization })).status).toBe(400);
  const actor = { ...exchange, subject_token: json.access_token, subject_token_type: accessTokenType };
  await send('token', { ...actor, actor_token: subjectToken, actor_token_type: accessTokenType }, { authorization });
  await send('token/introspection', { token: subjectToken }, { authorization });
  for (const path of ['/api/users', '/graphql', '/account/api/profile'])
    await fetch(url + path, { headers: { authorization: `Bearer ${subjectToken}` } });
  return json.access_token;
}
