import { decodeJwt } from 'jose';
import { refreshTokenGrant } from 'openid-client';
import { beforeAll, expect, test } from 'vitest';
import { startIssuer, addApplication, addUser, type TestIssuer } from '../support/issuer.ts';
import { openLiveClient } from '../support/browsers/live-client.ts';
import { perFile } from '../support/per-file.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../support/browsers/relying-party.ts';
import { exchangeToken } from '../support/exchanges/token-requests.ts';

/** An administrator whose tokens come from the issuer, and a backend that acts for them. */
const issuer = perFile(startIssuer);
let party: RelyingParty;
let backend: Awaited<ReturnType<typeof addApplication>>;
let username: string;
let resource: string;
const scope = 'openid offline_access roles:read roles:write events:read';

beforeAll(async () => {
  const { prisma } = issuer.database;
  const api = await prisma.apiResource.findFirstOrThrow({ where: { isBuiltIn: true }, include: { scopes: true } });
  resource = api.indicator;
  const user = await addUser(prisma, { scopeIds: api.scopes.map(({ id }) => id) });
  username = user.username ?? '';
  const web = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  backend = await addApplication(prisma, 'MACHINE_TO_MACHINE', {
    tokenExchangeAllowed: true,
    managementApiAllowed: true,
  });
  party = await relyingParty(issuer.issuer, web);
});

const exchange = (token: string) => exchangeToken(issuer.url, backend, { token, resource });

let count = 0;
async function newRole(): Promise<string> {
  const { id } = await issuer.database.prisma.role.create({
    data: { id: issuer.ids.next('role'), name: `${++count}` },
  });
  return id;
}
const isStored = async (id: string) => (await issuer.database.prisma.role.count({ where: { id } })) === 1;

async function deleteRole(token: string, id: string, at: TestIssuer = issuer): Promise<[number, string | null]> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${at.url}/api/roles/${id}`, { method: 'DELETE', headers });
  return [response.status, response.headers.get('www-authenticate')];
}

const mutation = 'mutation ($id: ID!) { deleteRole(input: { roleId: $id }) { deletedRoleId } }';
const refusal = { extensions: { code: 'INSUFFICIENT_USER_AUTHENTICATION', maxAge: 900 } };

test('the time of a sign-in is that of its access tokens, also by refresh and exchange, until a new sign-in', async () => {
  const { tokens, visitor } = await party.signIn(username, { scope, resource, prompt: 'consent' });
  expect(await deleteRole(tokens.access_token, await newRole())).toEqual([204, null]);
  expect(await deleteRole(await exchange(tokens.access_token), await newRole())).toEqual([204, null]);
  issuer.advance(901);
  const refreshed = await refreshTokenGrant(party.config, tokens.refresh_token ?? '', { resource });
  const id = await newRole();
  for (const token of [tokens.access_token, refreshed.access_token, await exchange(tokens.access_token)]) {
    const [status, challenge] = await deleteRole(token, id);
    expect([status, challenge]).toEqual([
      401,
      expect.stringMatching(/error="insufficient_user_authentication".*max_age="900"$/),
    ]);
  }
  const { url } = await party.start({ scope, resource, prompt: 'none', max_age: '900' });
  const silent = await visitor.follow(url, issuer.publicUrl);
  expect('left' in silent && silent.left.searchParams.get('error')).toBe('login_required');
  const again = await party.signIn(username, { scope, resource, max_age: '900' }, visitor);
  const { auth_time: before } = decodeJwt<{ auth_time: number }>(tokens.access_token);
  const { auth_time: now } = decodeJwt<{ auth_time: number }>(again.tokens.access_token);
  expect(now - before).toBeGreaterThan(900);
  expect(await isStored(id)).toBe(true);
  expect(await deleteRole(again.tokens.access_token, id)).toEqual([204, null]);
  expect(await isStored(id)).toBe(false);
});

test('a change without one is refused in the same form on sockets and in server-sent events', async () => {
  const { tokens } = await party.signIn(username, { scope, resource });
  const id = await newRole();
  issuer.advance(901);
  const live = openLiveClient({ url: `${issuer.url}/graphql` }, tokens.access_token);
  const watch = live.watch(mutation, { id });
  await watch.end();
  expect(watch.messages).toMatchObject([{ errors: [refusal] }]);
  await live.client.dispose();
  const response = await fetch(`${issuer.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${tokens.access_token}`,
    },
    body: JSON.stringify({ query: mutation, variables: { id } }),
  });
  expect(await response.text()).toContain('"code":"INSUFFICIENT_USER_AUTHENTICATION","maxAge":900');
  expect(await isStored(id)).toBe(true);
});

test('a platform with RECENT_SIGN_IN_SECONDS=0 requires none, and one with 60 a newer one', async () => {
  const { tokens } = await party.signIn(username, { scope, resource });
  const start = (RECENT_SIGN_IN_SECONDS: string) =>
    startIssuer({ beside: issuer, environment: { RECENT_SIGN_IN_SECONDS } });
  await using off = await start('0');
  await using short = await start('60');
  for (const one of [issuer, off, short]) one.advance(901);
  const id = await newRole();
  expect(await deleteRole(tokens.access_token, id)).toEqual([401, expect.stringContaining('max_age="900"')]);
  expect(await deleteRole(tokens.access_token, id, short)).toEqual([401, expect.stringContaining('max_age="60"')]);
  expect(await deleteRole(tokens.access_token, id, off)).toEqual([204, null]);
});
