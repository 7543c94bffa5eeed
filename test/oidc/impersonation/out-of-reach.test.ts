import { describe, expect, test } from 'vitest';
import { permissionNames } from '../../../src/vocabulary/permissions.ts';
import { mint } from '../../support/exchanges/token-endpoint.ts';
import { accessTokenType } from '../../support/exchanges/token-requests.ts';
import { claimsIn, startImpersonations, stock } from './impersonations.ts';

/** I2 and I3: who acts as another reaches neither their account nor the Management API, in whatever way. */
const fixture = await startImpersonations(permissionNames.join(' '));
const { endpoint, records, prisma, support, desk, start, exchange, graphql, managing, trusted, introspect } = fixture;
const { managementResource, accountResource } = endpoint.app.config;

// Ada is an administrator, and so is who acts as her: nothing is refused for a lack of permissions.
const roles = await prisma.userRole.findMany({ where: { userId: fixture.administrator.id } });
await prisma.userRole.createMany({ data: roles.map(({ roleId }) => ({ roleId, userId: records.ada.id })) });
await prisma.userRole.createMany({ data: roles.map(({ roleId }) => ({ roleId, userId: support.id })) });
// Each application of the chain may do everything.
const allowed = {
  managementApiAllowed: true,
  accountApiAllowed: true,
  impersonationAllowed: true,
  tokenExchangeAllowed: true,
};
await prisma.application.updateMany({
  where: { id: { in: [desk.id, records.backend.id, records.webBackend.id] } },
  data: allowed,
});

const refused = {
  error: 'invalid_target',
  error_description: 'a token of an impersonation cannot be exchanged for the Management API',
};

describe('the Management API', () => {
  test('is no target of a prepared token, which is not used by the attempt', async () => {
    expect((await start({ resource: managementResource })).json).toEqual(refused);
  });

  test.each(['on', 'off'] as const)('is no target of a later exchange, at any place of the chain: %s', async (path) => {
    const { json } = await start();
    let token = json.access_token;
    for (const client of [records.backend, trusted, records.webBackend]) {
      expect((await exchange(client, token, { resource: managementResource }, path)).json).toEqual(refused);
      expect((await exchange(client, token, { resource: [managementResource, stock] }, path)).json.error).toBe(
        'invalid_target',
      );
      expect((await exchange(client, token, { resource: undefined, audience: managementResource }, path)).json).toEqual(
        refused,
      );
      token = (await exchange(client, token, {}, path)).json.access_token;
    }
  });

  test('is no target with an actor token of the user themself', async () => {
    const { json } = await start();
    const own = await fixture.managingAs(records.ada.id);
    const actor = { actor_token: own, actor_token_type: accessTokenType };
    const answer = await exchange(trusted, json.access_token, { resource: managementResource, ...actor });
    expect(answer.json).toEqual(refused);
  });

  test('accepts no token of an impersonation, also if one were issued for it', async () => {
    const { json } = await start();
    const claims = claimsIn(json.access_token);
    const call = (token: string) => graphql(token, '{ viewer { permissions } }');
    expect((await call(json.access_token ?? '')).errors?.[0]?.message).toBe(
      'The access token is meant for another API.',
    );
    const forged = await mint(endpoint, { ...claims, aud: managementResource, scope: 'users:read' });
    expect((await call(forged)).errors?.[0]?.message).toBe('The access token was obtained by an impersonation.');
    expect(await introspect(desk, forged)).toEqual({ active: false });
  });

  test('so no one who acts as an administrator prepares to act as a third user', async () => {
    const { json } = await start();
    const answer = await fixture.prepare({ userId: records.bob.id }, json.access_token);
    expect(answer.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });
});

describe('the Account API', () => {
  test('is no target, of a prepared token or of a later exchange', async () => {
    const scopes = { resource: accountResource, scope: 'account:read account:write' };
    expect((await start(scopes)).json.error).toBe('invalid_target');
    const { json } = await start();
    for (const path of ['on', 'off'] as const)
      expect((await exchange(trusted, json.access_token, scopes, path)).json.error).toBe('invalid_target');
  });

  test('accepts no token of an impersonation, also if one were issued for it', async () => {
    const { json } = await start();
    const claims = { ...claimsIn(json.access_token), aud: accountResource, scope: 'account:read account:write' };
    const forged = await mint(endpoint, claims);
    const url = new URL('/account/api/profile', endpoint.on);
    for (const token of [json.access_token, forged]) {
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      expect(response.status).toBe(401);
    }
    expect(await introspect(desk, forged)).toEqual({ active: false });
  });
});

test('userinfo accepts no token of an impersonation', async () => {
  const { json } = await start();
  const response = await fetch(new URL('/oidc/me', endpoint.on), {
    headers: { authorization: `Bearer ${json.access_token}` },
  });
  expect(response.status).toBe(401);
});

test('it leaves no session, consent or refresh token behind', async () => {
  const token = await managing('users:read applications:read');
  const read = async () => {
    const what =
      'sessions { id } consents { applicationId } impersonations { reason administratorName application { id } }';
    const { data, errors } = await graphql(token, `{ user(id: "${records.ada.id}") { ${what} } }`);
    expect(errors).toBeUndefined();
    return data.user;
  };
  const stored = () => prisma.oidcRecord.count({ where: { userId: records.ada.id, model: { not: 'Grant' } } });
  const [before, { sessions, consents }] = [await stored(), await read()];
  const { json } = await start({ scope: 'openid offline_access orders:read' });
  expect(json).not.toHaveProperty('refresh_token');
  expect(json).not.toHaveProperty('id_token');
  expect(await stored()).toBe(before);
  const after = await read();
  expect(after).toMatchObject({ sessions, consents });
  expect(after.impersonations[0]).toMatchObject({ administratorName: 'Ada Lovelace', application: { id: desk.id } });
});
