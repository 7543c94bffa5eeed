import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { setApplicationSuspended } from '../../../src/operations/applications/set-application-suspended.ts';
import { endUserSessions } from '../../../src/operations/users/end-user-sessions.ts';
import { endOtherSessions } from '../../../src/store/sessions/other-sessions.ts';
import { addApplication, addResource, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';
import { basic, exchangeGrant, form, formHeaders, sendTokenRequest } from '../../support/exchanges/token-requests.ts';

/** Tokens count the endings of their user and applications: who verifies them compares integers, and no clocks. */
const apiA = 'https://a.example';
const apiB = 'https://b.example';
const origin = { requestId: 'req_test', channel: 'graphql' as const };
const issuer = perFile(startIssuer);
let scopeIds: string[];
let backend: { id: string; clientSecret: string };
let shopApplication: Awaited<ReturnType<typeof addApplication>>;
let shop: RelyingParty;
let user: Awaited<ReturnType<typeof addUser>>;

beforeAll(async () => {
  const { prisma } = issuer.database;
  scopeIds = [
    ...(await addResource(prisma, apiA, ['read'])).scopeIds,
    ...(await addResource(prisma, apiB, ['list'])).scopeIds,
  ];
  backend = await addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true });
});
beforeEach(async () => {
  const { prisma } = issuer.database;
  shopApplication = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  shop = await relyingParty(issuer.issuer, shopApplication);
  user = await addUser(prisma, { scopeIds });
});

const signIn = async (parameters: Record<string, string> = { scope: 'openid read', resource: apiA }) =>
  (await shop.signIn(user.username, parameters)).tokens;
const epochsIn = (token: string) => decodeJwt(token)['session_epoch'];
const endUser = () => issuer.execute(endUserSessions, platformActor, { userId: user.id }, origin);
const suspendAndReactivate = async (applicationId: string) => {
  for (const isSuspended of [true, false])
    await issuer.execute(setApplicationSuspended, platformActor, { applicationId, isSuspended }, origin);
};

/** API A exchanges the token for API B. */
async function exchange(token: string) {
  const fields = {
    grant_type: exchangeGrant,
    subject_token: token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    resource: apiB,
  };
  const headers = { ...formHeaders, authorization: basic(backend) };
  return (await sendTokenRequest(`${issuer.url}/oidc/token`, { headers, body: form(fields) })).json;
}

const isActive = async (token: string, by = shopApplication) => {
  const request = { headers: { ...formHeaders, authorization: basic(by) }, body: form({ token }) };
  return (await sendTokenRequest(`${issuer.url}/oidc/token/introspection`, request)).json['active'];
};

describe('a token of a sign-in', () => {
  test('has no count as long as nothing was ended', async () => {
    expect(decodeJwt((await signIn()).access_token)).not.toHaveProperty('session_epoch');
  });

  test('counts how often everything of its user was ended, also after it was refreshed', async () => {
    for (const count of [1, 2]) {
      await signIn();
      await endUser();
      const tokens = await signIn();
      expect(epochsIn(tokens.access_token)).toEqual({ [user.id]: count });
      const next = await client.refreshTokenGrant(shop.config, tokens.refresh_token ?? '', { resource: apiA });
      expect(epochsIn(next.access_token)).toEqual({ [user.id]: count });
      expect(await isActive(next.access_token)).toBe(true);
    }
  });

  test('counts how often everything of its application was ended', async () => {
    await suspendAndReactivate(shopApplication.id);
    const { access_token: token } = await signIn();
    expect(epochsIn(token)).toEqual({ [shopApplication.id]: 1 });
    expect(await isActive(token)).toBe(true);
  });
});

describe('an exchanged token', () => {
  test('names the application of the grant, which acts no more', async () => {
    const { access_token: token = '' } = await exchange((await signIn()).access_token);
    expect(decodeJwt(token)).toMatchObject({
      client_id: backend.id,
      act: { sub: backend.id },
      grant_client_id: shopApplication.id,
    });
  });

  test.each([
    ['a JWT', undefined],
    ['an opaque token', { scope: 'openid' }],
  ])('has the counts of its user and of all its applications (%s)', async (_title, parameters) => {
    await signIn();
    await endUser();
    await suspendAndReactivate(shopApplication.id);
    await suspendAndReactivate(backend.id);
    const { access_token: token = '' } = await exchange((await signIn(parameters)).access_token);
    expect(epochsIn(token)).toEqual({ [user.id]: 1, [shopApplication.id]: 1, [backend.id]: expect.any(Number) });
    expect(await isActive(token, backend)).toBe(true);
    expect((await exchange(token))['scope']).toBe('list');
  });
});

describe('a token whose user was ended since', () => {
  test.each(['of a sign-in', 'exchanged'])('is refused, also in a session that goes on (%s)', async (kind) => {
    const tokens = await signIn();
    const exchanged = String((await exchange(tokens.access_token)).access_token);
    const token = kind === 'exchanged' ? exchanged : tokens.access_token;
    const introspect = () => isActive(token, kind === 'exchanged' ? backend : shopApplication);
    expect(await introspect()).toBe(true);
    const { prisma } = issuer.database;
    const session = await prisma.oidcRecord.findFirstOrThrow({ where: { model: 'Session', userId: user.id } });
    await prisma.$transaction((tx) => endOtherSessions(tx, { userId: user.id, sessionId: session.uid }));
    expect(await introspect()).toBe(false);
    expect(await exchange(token)).toMatchObject({ error_description: 'the subject token was revoked' });
    const next = await client.refreshTokenGrant(shop.config, tokens.refresh_token ?? '', { resource: apiA });
    expect(await isActive(next.access_token)).toBe(true);
    expect(epochsIn(next.access_token)).toEqual({ [user.id]: 1 });
  });
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});
