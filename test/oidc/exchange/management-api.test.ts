import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { permissionNames } from '../../../src/vocabulary/permissions.ts';
import { addApplication, addUser } from '../../support/issuer.ts';
import { claimsOf, giveRole, mint, opaqueToken, signInRecords } from '../../support/exchanges/token-endpoint.ts';
import { accessTokenType } from '../../support/exchanges/token-requests.ts';
import { all, notAllowed, refused, startManagementExchanges } from './requests/management-exchanges.ts';

const fixture = await startManagementExchanges();
const { endpoint, prisma, resource, administrator, signedIn, claims, backend, trusted, ordinary } = fixture;
const { newBackend, exchange, managing, call, scopeId } = fixture;
const { records } = endpoint;

describe('an application that may exchange tokens, but not for the Management API,', () => {
  test('is refused for whatever token it presents, and whatever scope it requests', async () => {
    expect(await exchange(backend, ordinary)).toEqual(notAllowed);
    expect(await exchange(backend, ordinary, { scope: 'users:read' })).toEqual(notAllowed);
    expect(await exchange(backend, await managing('users:read'))).toEqual(notAllowed);
    expect(await exchange(backend, await opaqueToken(endpoint, 'AccessToken', signedIn))).toEqual(notAllowed);
    const its = await signInRecords(endpoint, administrator.id, records.webBackend.id);
    expect(await exchange(records.webBackend, await mint(endpoint, claimsOf(endpoint, its)))).toEqual(notAllowed);
    const other = { actor_token: ordinary, actor_token_type: accessTokenType };
    expect(await exchange(backend, ordinary, other)).toEqual(notAllowed);
    expect(await exchange(backend, ordinary, { resource: undefined, audience: resource })).toEqual(notAllowed);
  });

  test('is refused for an organization before it learns who its members are', async () => {
    for (const organization_id of [records.acme, records.initech, 'org_unknown']) {
      expect(await exchange(backend, ordinary, { organization_id })).toEqual(notAllowed);
    }
  });

  test('is refused first for what is wrong with the token', async () => {
    const expired = await mint(endpoint, { ...claims, exp: endpoint.now() - 1 });
    expect(await exchange(backend, expired)).toMatchObject({ description: 'the subject token has expired' });
  });

  test('exchanges for every other API resource', async () => {
    expect(await exchange(backend, ordinary, { resource: 'https://orders.example/api' })).toMatchObject({
      status: 200,
      scope: 'orders:list orders:read orders:write',
    });
  });

  test('has its own permissions by client_credentials', async () => {
    await giveRole(prisma, backend.id, [scopeId('users:read')]);
    expect(await call(await fixture.ownToken(backend))).toBe(1);
  });
});

test('without "Allow token exchange", the setting has no effect', async () => {
  const off = await addApplication(prisma, 'MACHINE_TO_MACHINE', { managementApiAllowed: true });
  const description = 'token exchange is not allowed for this application';
  expect(await exchange(off, ordinary)).toEqual(refused('unauthorized_client', description));
});

describe('an application that may exchange tokens for the Management API', () => {
  test('gets what the person holds there, for a token of another API resource and for an opaque one', async () => {
    const answer = await exchange(trusted, ordinary);
    expect(answer).toMatchObject({ status: 200, scope: all });
    expect(await call(answer.token)).toBe(permissionNames.length);
    expect(await exchange(trusted, ordinary, { scope: 'roles:read users:read' })).toMatchObject({
      scope: 'roles:read users:read',
    });
    expect(await exchange(trusted, await opaqueToken(endpoint, 'AccessToken', signedIn))).toMatchObject({ scope: all });
  });

  test('gets nothing of a person who holds nothing there', async () => {
    const bob = await mint(
      endpoint,
      claimsOf(endpoint, await signInRecords(endpoint, records.bob.id, records.shop.id)),
    );
    expect(await exchange(trusted, bob)).toMatchObject({ status: 200, scope: '' });
    const description = 'the user holds none of these scopes on this resource';
    expect(await exchange(trusted, bob, { scope: 'users:read' })).toEqual(refused('invalid_scope', description));
  });
});

describe('a token for the Management API is exchanged for one with', () => {
  test('only scopes that it carries, if none are requested', async () => {
    expect(await exchange(trusted, await managing('users:read'))).toMatchObject({ status: 200, scope: 'users:read' });
    expect(await exchange(trusted, await managing(''))).toMatchObject({ status: 200, scope: '' });
  });

  test('only requested scopes that it carries', async () => {
    const subject = await managing('roles:read users:read');
    const answer = await exchange(trusted, subject, { scope: 'users:write users:read' });
    expect(answer).toMatchObject({ status: 200, scope: 'users:read' });
    expect(await call(answer.token)).toBe(1);
  });

  test('only scopes that the person still holds', async () => {
    const reader = await addUser(prisma, { scopeIds: [scopeId('users:read')] });
    const own = claimsOf(endpoint, await signInRecords(endpoint, reader.id, records.shop.id));
    const subject = await mint(endpoint, { ...own, aud: resource, scope: 'users:read users:write' });
    expect(await exchange(trusted, subject)).toMatchObject({ status: 200, scope: 'users:read' });
  });

  test('nothing if it carries none of the requested scopes: the request is refused', async () => {
    const description = 'the subject token carries none of these scopes, or the user no longer holds them';
    const nothing = refused('invalid_scope', description);
    expect(await exchange(trusted, await managing('users:read'), { scope: 'users:write' })).toEqual(nothing);
    expect(await exchange(trusted, await managing(''), { scope: 'users:read' })).toEqual(nothing);
  });

  test('no more through further exchanges for it', async () => {
    const first = (await exchange(trusted, await managing('users:read'))).token;
    expect(await exchange(await newBackend(true), first)).toMatchObject({ status: 200, scope: 'users:read' });
  });
});

describe('in a chain of exchanges', () => {
  const orders = { resource: 'https://orders.example/api' };

  test('the application that asks for the Management API needs the setting; those before it do not', async () => {
    const first = (await exchange(backend, ordinary, orders)).token;
    const answer = await exchange(trusted, first);
    expect(answer).toMatchObject({ status: 200, scope: all });
    expect(decodeJwt(answer.token)['act']).toEqual({ sub: trusted.id, act: { sub: backend.id } });
    expect(await call(answer.token)).toBe(permissionNames.length);
    const other = (await exchange(trusted, ordinary, orders)).token;
    expect(await exchange(backend, other)).toEqual(notAllowed);
    expect(await exchange(backend, answer.token)).toEqual(notAllowed);
  });

  test('what a token for the Management API carries is the limit, also after exchanges for other API resources', async () => {
    const between = (await exchange(backend, await managing('users:read'), orders)).token;
    expect(await exchange(backend, between)).toEqual(notAllowed);
    expect(await exchange(trusted, between)).toMatchObject({ status: 200, scope: 'users:read' });
    const again = (await exchange(trusted, between, { ...orders, resource: 'https://stock.example' })).token;
    expect(decodeJwt(again)).toMatchObject({ scope: '', management_scope: 'users:read' });
    expect(await exchange(trusted, again)).toMatchObject({ status: 200, scope: 'users:read' });
    const narrow = (await exchange(trusted, await managing('roles:read users:read'), { scope: 'users:read' })).token;
    const last = (await exchange(backend, narrow, orders)).token;
    expect(await exchange(trusted, last)).toMatchObject({ status: 200, scope: 'users:read' });
  });
});

describe('explainTokenExchange', () => {
  const query = `query ($input: ExplainTokenExchangeInput!) { explainTokenExchange(input: $input) {
    outcome { isGranted error errorDescription reason scope }
    client { tokenExchangeAllowed managementApiAllowed }
    target { isBuiltIn }
    scopes { name reason }
  } }`;

  /** The explanation by both APIs, which must agree. */
  async function explain(client: { id: string }, changed: object = {}) {
    const input = { applicationId: client.id, userId: administrator.id, resource, scopes: ['users:read'], ...changed };
    const { clientId = '', clientSecret } = endpoint.app.services.firstStart ?? {};
    const token = await fixture.ownToken({ id: clientId, clientSecret: clientSecret ?? '' });
    const { data } = await fixture.graphql(token, query, { input });
    const explanation = data.explainTokenExchange;
    const url = new URL('/api/token-exchange/explanation', endpoint.on);
    for (const [name, value] of Object.entries(input)) url.searchParams.set(name, String(value));
    const rest = await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json();
    expect(rest).toMatchObject({
      outcome: explanation.outcome,
      scopes: explanation.scopes,
      client: explanation.client,
    });
    expect(rest.resource.isBuiltIn).toBe(explanation.target.isBuiltIn);
    return explanation;
  }

  test('states what the endpoint responds, and that the setting is missing', async () => {
    const { status: _status, token: _token, ...refusal } = notAllowed;
    expect(await explain(backend)).toEqual({
      outcome: {
        isGranted: false,
        error: refusal.error,
        errorDescription: refusal.description,
        reason: 'MANAGEMENT_API_NOT_ALLOWED',
        scope: null,
      },
      client: { tokenExchangeAllowed: true, managementApiAllowed: false },
      target: { isBuiltIn: true },
      scopes: [{ name: 'users:read', reason: 'MANAGEMENT_API_NOT_ALLOWED' }],
    });
    expect(await explain(trusted)).toMatchObject({
      outcome: { isGranted: true, scope: 'users:read' },
      client: { managementApiAllowed: true },
      scopes: [{ reason: null }],
    });
    expect(await explain(backend, { userId: records.bob.id })).toMatchObject({
      outcome: { error: 'invalid_target' },
      scopes: [{ reason: 'NOT_HELD' }],
    });
    expect(await explain(backend, { resource: 'https://orders.example/api', scopes: ['orders:read'] })).toMatchObject({
      outcome: { isGranted: true },
      target: { isBuiltIn: false },
    });
  });
});

test('no request of this file caused an internal error', () => {
  expect(endpoint.faults).toEqual([]);
});
