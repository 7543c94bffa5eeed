import { afterAll, describe, expect, test } from 'vitest';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { addApplication, addUser } from '../../support/issuer.ts';
import { claimsOf, giveRole, mint, opaqueToken, signInRecords } from '../../support/exchanges/token-endpoint.ts';
import { basic, type Fields, form, formHeaders, sendTokenRequest } from '../../support/exchanges/token-requests.ts';
import { deadTokens } from '../exchange/requests/bad-tokens.ts';
import { startFixture } from '../exchange/fixture.ts';

/** Introspection (RFC 7662) of access tokens that are JWTs, and the rule for opaque ones. */
const fixture = await startFixture();
const { endpoint, records, ada } = fixture;
const { prisma } = endpoint.app.services.database;
afterAll(() => fixture[Symbol.asyncDispose]());

interface Client {
  id: string;
  clientSecret: string;
}
const url = endpoint.on.replace(/token$/, 'token/introspection');
const introspect = (client: Client, token: string, more: Fields = {}) =>
  sendTokenRequest(url, { headers: { ...formHeaders, authorization: basic(client) }, body: form({ token, ...more }) });
const introspectOpenly = (fields: Fields) => sendTokenRequest(url, { headers: formHeaders, body: form(fields) });
const inactive = { status: 200, json: { active: false } };
const isActive = async (client: Client, token: string): Promise<unknown> =>
  (await introspect(client, token)).json['active'];

/** The application of an API: its role holds a scope of the orders. */
const ordersApi = await addApplication(prisma, 'MACHINE_TO_MACHINE');
await giveRole(prisma, ordersApi.id, [records.orders.scopeIds[0] ?? '']);
const stockApi = await addApplication(prisma, 'MACHINE_TO_MACHINE');
await giveRole(prisma, stockApi.id, [records.stock.scopeIds[0] ?? '']);

async function exchange(client: Client, subject_token = fixture.token, more: Fields = {}): Promise<string> {
  const fields = { subject_token, scope: undefined, ...more };
  const { json } = await sendTokenRequest(endpoint.on, fixture.askAs(client, fields));
  return json.access_token ?? '';
}

/** A user who holds orders:read, signed in at an application, and a token of theirs that was exchanged twice. */
async function chain() {
  const user = await addUser(prisma, { scopeIds: [records.orders.scopeIds[1] ?? ''], passwordHash: null });
  const shop = await addApplication(prisma, 'TRADITIONAL_WEB');
  const signedIn = await signInRecords(endpoint, user.id, shop.id);
  const first = await addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true });
  const second = await addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true });
  const token = await exchange(second, await exchange(first, await mint(endpoint, claimsOf(endpoint, signedIn))));
  expect(await isActive(ordersApi, token)).toBe(true);
  return { user, shop, signedIn, first, second, token };
}
type Chain = Awaited<ReturnType<typeof chain>>;

describe('introspection of an active JWT', () => {
  test('returns subject, actor, client, audience, scope and expiry', async () => {
    const token = await exchange(records.backend, fixture.token, { organization_id: records.acme });
    const again = await exchange(records.secondBackend, token);
    const { status, json, headers } = await introspect(ordersApi, again);
    expect([status, json]).toEqual([
      200,
      {
        active: true,
        token_type: 'Bearer',
        iss: endpoint.issuer,
        sub: records.ada.id,
        aud: 'https://orders.example/api',
        client_id: records.secondBackend.id,
        scope: 'orders:list orders:read',
        iat: endpoint.now(),
        exp: endpoint.now() + 3600,
        jti: expect.any(String),
        organization_id: records.acme,
        txn: expect.any(String),
        act: { sub: records.secondBackend.id, act: { sub: records.backend.id } },
      },
    ]);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
  });

  test('returns when and how the person signed in, of the sign-in itself and after an exchange', async () => {
    const signIn = { acr: 'urn:mandate:level:2', auth_time: endpoint.now() - 60 };
    const subject = await mint(endpoint, { ...claimsOf(endpoint, ada), ...signIn });
    expect((await introspect(ordersApi, subject)).json).toMatchObject(signIn);
    expect((await introspect(ordersApi, await exchange(records.backend, subject))).json).toMatchObject(signIn);
  });

  test('is for an application that serves the API resource, also without a role, as long as it does', async () => {
    const server = await addApplication(prisma, 'MACHINE_TO_MACHINE');
    const served = { applicationId: server.id, apiResourceId: records.orders.id };
    expect(await isActive(server, fixture.token)).toBe(false);
    await prisma.servedResource.create({ data: served });
    expect(await isActive(server, fixture.token)).toBe(true);
    const elsewhere = await exchange(records.backend, fixture.token, { resource: 'https://stock.example' });
    expect(await isActive(server, elsewhere)).toBe(false);
    await prisma.servedResource.deleteMany({ where: served });
    expect(await isActive(server, fixture.token)).toBe(false);
  });

  test('is not for a public application that serves the API resource, because it does not authenticate', async () => {
    await prisma.servedResource.create({
      data: { applicationId: records.browser.id, apiResourceId: records.orders.id },
    });
    const { json } = await introspectOpenly({ token: fixture.token, client_id: records.browser.id });
    expect(json).toEqual({ active: false });
  });

  test.each(['access_token', 'refresh_token', 'jwt', 'x'])('ignores the hint (%s)', async (hint) => {
    const { json } = await introspect(ordersApi, fixture.token, { token_type_hint: hint });
    expect(json).toMatchObject({ active: true, client_id: records.shop.id });
  });

  test("returns no act for an application's own token", async () => {
    const body = form({ grant_type: 'client_credentials', resource: 'https://stock.example' });
    const headers = { ...formHeaders, authorization: basic(records.backend) };
    const { json } = await sendTokenRequest(endpoint.on, { headers, body });
    const answer = await introspect(stockApi, json.access_token ?? '');
    expect(answer.json).toMatchObject({ active: true, sub: records.backend.id, scope: 'stock:read' });
    expect(answer.json).not.toHaveProperty('act');
  });

  test('returns only the scopes that are still held', async () => {
    const { user, token } = await chain();
    expect((await introspect(ordersApi, token)).json).toMatchObject({ active: true, scope: 'orders:read' });
    await prisma.userRole.deleteMany({ where: { userId: user.id } });
    expect((await introspect(ordersApi, token)).json).toMatchObject({ active: true, scope: '' });
  });
});

test('a JWT that is confined to an organization is inactive once its user has left', async () => {
  const user = await addUser(prisma, { scopeIds: [records.orders.scopeIds[1] ?? ''], passwordHash: null });
  await prisma.organizationUser.create({ data: { organizationId: records.acme, userId: user.id } });
  const subject = await mint(endpoint, claimsOf(endpoint, await signInRecords(endpoint, user.id, records.shop.id)));
  const token = await exchange(records.backend, subject, { organization_id: records.acme });
  expect((await introspect(ordersApi, token)).json).toMatchObject({ active: true, scope: 'orders:read' });
  await prisma.organizationUser.deleteMany({ where: { userId: user.id } });
  expect(await introspect(ordersApi, token)).toMatchObject(inactive);
});

describe('the introspection of a JWT', () => {
  test('the application that obtained the JWT can introspect it, also if public or third-party', async () => {
    expect(await isActive(records.shop, fixture.token)).toBe(true);
    expect(await isActive(records.backend, await exchange(records.backend))).toBe(true);
    for (const application of [records.browser, records.phone]) {
      const token = await mint(
        endpoint,
        claimsOf(endpoint, await signInRecords(endpoint, records.ada.id, application.id)),
      );
      expect(await introspectOpenly({ client_id: application.id, token })).toMatchObject({ json: { active: true } });
    }
    const partner = await mint(
      endpoint,
      claimsOf(endpoint, await signInRecords(endpoint, records.ada.id, records.partner.id)),
    );
    expect(await isActive(records.partner, partner)).toBe(true);
  });

  test('an application that holds a scope of its API resource can introspect it, as long as it does', async () => {
    const api = await addApplication(prisma, 'MACHINE_TO_MACHINE');
    expect(await introspect(api, fixture.token)).toMatchObject(inactive);
    await giveRole(prisma, api.id, [records.orders.scopeIds[2] ?? '']);
    expect(await isActive(api, fixture.token)).toBe(true);
    await prisma.applicationRole.deleteMany({ where: { applicationId: api.id } });
    expect(await introspect(api, fixture.token)).toMatchObject(inactive);
  });

  test('no other application can introspect it', async () => {
    for (const client of [stockApi, records.secondBackend, records.webBackend, records.partner]) {
      expect(await introspect(client, fixture.token)).toMatchObject(inactive);
    }
    await giveRole(prisma, records.browser.id, records.orders.scopeIds);
    expect(await introspectOpenly({ client_id: records.browser.id, token: fixture.token })).toMatchObject(inactive);
  });

  test('only authenticated clients can introspect it', async () => {
    for (const client of [{ ...ordersApi, clientSecret: 'wrong' }, records.suspended, records.expired]) {
      const { status, json } = await introspect(client, fixture.token);
      expect([status, json.error]).toEqual([401, 'invalid_client']);
    }
    expect(await introspectOpenly({ token: fixture.token })).toMatchObject({ status: 400 });
  });
});

describe('an inactive JWT', async () => {
  const suspend = { data: { suspendedAt: new Date() } };
  const endings: [title: string, end: (chain: Chain) => Promise<unknown>][] = [
    ['once its user is suspended', ({ user }) => prisma.user.update({ where: { id: user.id }, ...suspend })],
    ['once its user is deleted', ({ user }) => prisma.user.delete({ where: { id: user.id } })],
    [
      'once its grant is revoked',
      ({ user }) => prisma.oidcRecord.deleteMany({ where: { model: 'Grant', userId: user.id } }),
    ],
    [
      'once its session has ended',
      ({ user }) => prisma.oidcRecord.deleteMany({ where: { model: 'Session', userId: user.id } }),
    ],
    [
      'once the application that signed the user in is suspended',
      ({ shop }) => prisma.application.update({ where: { id: shop.id }, ...suspend }),
    ],
    [
      'once an application that exchanged it is suspended',
      ({ first }) => prisma.application.update({ where: { id: first.id }, ...suspend }),
    ],
    [
      'once the application that obtained it is deleted',
      ({ second }) => prisma.application.delete({ where: { id: second.id } }),
    ],
  ];
  test.each(endings)('a JWT is inactive %s', async (_title, end) => {
    const made = await chain();
    await end(made);
    expect(await introspect(ordersApi, made.token)).toMatchObject(inactive);
  });

  test('the JWT of a suspended application is inactive', async () => {
    const service = await addApplication(prisma, 'MACHINE_TO_MACHINE');
    const body = form({ grant_type: 'client_credentials', resource: 'https://orders.example/api' });
    const headers = { ...formHeaders, authorization: basic(service) };
    const token = (await sendTokenRequest(endpoint.on, { headers, body })).json.access_token ?? '';
    expect(await isActive(ordersApi, token)).toBe(true);
    await prisma.application.update({ where: { id: service.id }, ...suspend });
    expect(await introspect(ordersApi, token)).toMatchObject(inactive);
  });

  const claims = claimsOf(endpoint, ada);
  const [header = '', payload = '', signature = ''] = fixture.token.split('.');
  const others: [title: string, token: () => Promise<string> | string][] = [
    ['an expired JWT', () => mint(endpoint, { ...claims, exp: endpoint.now() })],
    ['a JWT before its time', () => mint(endpoint, { ...claims, nbf: endpoint.now() + 60 })],
    ['a JWT of another issuer', () => mint(endpoint, { ...claims, iss: 'https://evil.example/oidc' })],
    ['an ID token', () => mint(endpoint, { ...claims, nonce: 'n' }, { typ: 'JWT' })],
    ['a JWT with another signature', () => `${header}.${payload}.${'A'.repeat(signature.length)}`],
    ['a JWT without a signature', () => `${header}.${payload}.`],
    ['a header alone', () => header],
    ['a JWT with five parts', () => `${header}..${payload}.${signature}.x`],
    ['nonsense in three parts', () => 'a.b.c'],
    ['a word', () => 'garbage'],
    ['a JWT of an unknown user', () => mint(endpoint, { ...claims, sub: ids.next('user') })],
    ['a JWT of a user without a grant', () => mint(endpoint, JSON.stringify({ ...claims, grant_id: undefined }))],
  ];
  test.each(others)('%s is inactive', async (_title, token) => {
    expect(await introspect(ordersApi, await token())).toMatchObject(inactive);
    expect(await introspect(records.shop, await token())).toMatchObject(inactive);
  });

  // These rules apply to the exchange only.
  const mayBeActive = /third-party|times already/;
  const dead = await deadTokens(fixture);
  test.each(dead.filter(([, , fault]) => !mayBeActive.test(fault)))(
    'a JWT with %s is inactive',
    async (_name, token) => {
      expect((await introspect(ordersApi, token)).json).toEqual({ active: false });
    },
  );

  test('the rules of the exchange leave a JWT active: the setting, third parties and the number of exchanges', async () => {
    const { first, second, token } = await chain();
    const where = { id: { in: [first.id, second.id] } };
    await prisma.application.updateMany({ where, data: { tokenExchangeAllowed: false } });
    expect(await isActive(ordersApi, token)).toBe(true);
    const act = { sub: records.backend.id, act: { sub: first.id, act: { sub: second.id, act: { sub: first.id } } } };
    const fourth = await mint(endpoint, { ...claims, client_id: records.backend.id, act });
    expect(await isActive(ordersApi, fourth)).toBe(true);
    const partner = await signInRecords(endpoint, records.ada.id, records.partner.id);
    expect(await isActive(ordersApi, await mint(endpoint, claimsOf(endpoint, partner)))).toBe(true);
  });
});

test('an opaque token is active for its own application only', async () => {
  const opaque = await opaqueToken(endpoint, 'AccessToken', ada);
  expect((await introspect(records.shop, opaque)).json).toMatchObject({ active: true, sub: records.ada.id });
  for (const client of [ordersApi, records.backend, records.partner]) {
    expect(await introspect(client, opaque)).toMatchObject(inactive);
  }
  const own = await opaqueToken(endpoint, 'ClientCredentials', { clientId: records.backend.id });
  expect((await introspect(records.backend, own)).json).toMatchObject({ active: true });
  expect(await introspect(ordersApi, own)).toMatchObject(inactive);
});

test('no request of this file caused an internal error', () => {
  expect(endpoint.faults).toEqual([]);
});
