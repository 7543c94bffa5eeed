import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { setApplicationSuspended } from '../../../src/operations/applications/set-application-suspended.ts';
import { updateApplication } from '../../../src/operations/applications/update-application.ts';
import { endUserSessions } from '../../../src/operations/users/end-user-sessions.ts';
import { setUserSuspended } from '../../../src/operations/users/set-user-suspended.ts';
import { endUser } from '../../../src/store/sessions/session-epochs.ts';
import { lockUser } from '../../../src/store/records/users.ts';
import { basic } from '../../../tools/demo/management.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { waitingForLocks } from '../../support/servers/database.ts';
import { addApplication, addResource, addUser, password, startIssuer } from '../../support/issuer.ts';
import { type Gate, openGate } from '../../support/servers/paused-records.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, refusal, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';

/**
 * Each request is paused when it first stores a record of a given model. The session ends then, before it continues.
 */
const api = 'https://api.example/orders';
const lasting = { scope: 'openid offline_access', prompt: 'consent' };
const origin = { requestId: 'req_test', channel: 'graphql' as const };
const issuer = perFile(startIssuer);
let web: RelyingParty;
let application: { id: string; clientSecret: string };
let partner: RelyingParty;
let user: Awaited<ReturnType<typeof addUser>>;
let gate: Gate;

beforeAll(async () => {
  const { prisma } = issuer.database;
  await addResource(prisma, api, []);
  const settings = { redirectUris: [redirectUri] };
  application = await addApplication(prisma, 'TRADITIONAL_WEB', settings);
  web = await relyingParty(issuer.issuer, application);
  const third = await addApplication(prisma, 'TRADITIONAL_WEB', { ...settings, isThirdParty: true });
  partner = await relyingParty(issuer.issuer, third);
  gate = await openGate(issuer);
});
beforeEach(async () => {
  user = await addUser(issuer.database.prisma);
});
afterAll(() => gate.close());

const during: Gate['during'] = (...given) => gate.during(...given);

const signOut = () => issuer.execute(endUserSessions, platformActor, { userId: user.id }, origin);
async function suspendAndReactivate(): Promise<void> {
  for (const isSuspended of [true, false]) {
    await issuer.execute(setUserSuspended, platformActor, { userId: user.id, isSuspended }, origin);
  }
}
async function suspendAndReactivateApplication(): Promise<void> {
  for (const isSuspended of [true, false]) {
    const input = { applicationId: application.id, isSuspended };
    await issuer.execute(setApplicationSuspended, platformActor, input, origin);
  }
}

/** A browser after an accepted password, and the address at which the request continues. */
async function afterPassword(party: RelyingParty, parameters: Record<string, string> = {}) {
  const visitor = new Visitor();
  const journey = await party.start(parameters);
  const page = await visitor.follow(journey.url, issuer.publicUrl);
  if ('left' in page) throw new Error('there was no page');
  const fields = { identifier: user.username ?? '', password, answer: 'yes' };
  const onwards = (await visitor.post(page.url, fields)).headers.get('location') ?? '';
  return { visitor, journey, onwards };
}

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  const step = await visitor.follow((await web.start({ prompt: 'none' })).url, issuer.publicUrl);
  return !('left' in step) || step.left.searchParams.get('error') !== 'login_required';
}
const isActive = async (token: string) => (await client.tokenIntrospection(web.config, token)).active;
const tokenRequest = (path: string, fields: Record<string, string>) =>
  fetch(`${issuer.issuer}${path}`, {
    method: 'POST',
    headers: { authorization: basic(application.id, application.clientSecret) },
    body: new URLSearchParams(fields),
  });

describe('after a user is signed out everywhere, or suspended and reactivated,', () => {
  test.each([
    ['signed out everywhere', signOut],
    ['suspended and reactivated', suspendAndReactivate],
  ])('a request in progress does not sign the user in: %s', async (_name, change) => {
    const { visitor, onwards } = await afterPassword(web);
    const step = await during('Grant', () => visitor.follow(onwards, issuer.publicUrl), change);
    expect('left' in step && step.left.searchParams.get('error')).toBe('login_required');
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('a password check in progress does not sign the user in', async () => {
    const visitor = new Visitor();
    const page = await visitor.follow((await web.start()).url, issuer.publicUrl);
    if ('left' in page) throw new Error('there was no page');
    const fields = { identifier: user.username ?? '', password };
    const { prisma } = issuer.database;
    const answer = await prisma.$transaction(async (tx) => {
      await lockUser(tx, user.id);
      const posted = visitor.post(page.url, fields);
      await expect.poll(() => waitingForLocks(issuer.database), { interval: 5 }).toBe(1);
      await endUser(tx, user.id);
      return { posted };
    });
    expect((await answer.posted).status).toBe(422);
    expect(await prisma.event.count({ where: { subjectId: user.id } })).toBe(0);
  });

  test('the consent page in progress has expired', async () => {
    const { visitor, onwards } = await afterPassword(partner);
    const page = await visitor.follow(onwards, issuer.publicUrl);
    if ('left' in page) throw new Error('there was no page');
    const answer = await during('Grant', () => visitor.post(page.url, { answer: 'yes' }), signOut);
    expect(answer.status).toBe(410);
  });

  test('a code exchange in progress gives no valid tokens', async () => {
    const journey = await web.start(lasting);
    const back = await new Visitor().signIn(journey.url, user.username);
    const redeemed = during('AccessToken', () => refusal(web.redeem(journey, back)), signOut);
    expect(await redeemed).toMatchObject({ error: 'invalid_grant' });
  });

  test('a refresh in progress gives no valid tokens', async () => {
    const { tokens } = await web.signIn(user.username, lasting);
    const refresh = () => client.refreshTokenGrant(web.config, tokens.refresh_token ?? '');
    expect(await during('RefreshToken', () => refusal(refresh()), signOut)).toMatchObject({ error: 'invalid_grant' });
  });

  test('a refresh that stores its last record gives no valid tokens', async () => {
    const { tokens } = await web.signIn(user.username, lasting);
    const refresh = () => client.refreshTokenGrant(web.config, tokens.refresh_token ?? '');
    const next = await during('AccessToken', refresh, suspendAndReactivate);
    expect(await isActive(next.access_token)).toBe(false);
    expect(await isActive(next.refresh_token ?? '')).toBe(false);
    const again = refusal(client.refreshTokenGrant(web.config, next.refresh_token ?? ''));
    expect(await again).toMatchObject({ error: 'invalid_grant' });
    const userinfo = await fetch(`${issuer.issuer}/me`, { headers: { authorization: `Bearer ${next.access_token}` } });
    expect(userinfo.status).toBe(401);
  });
});

describe('after an application is suspended and reactivated,', () => {
  test('a sign-in in progress does not redirect to it', async () => {
    const { visitor, onwards } = await afterPassword(web);
    const request = () => visitor.follow(onwards, issuer.publicUrl);
    const step = await during('Grant', request, suspendAndReactivateApplication);
    expect('response' in step && step.response.status).toBe(400);
  });

  test('an opaque token of its own that was being issued is invalid', async () => {
    const request = () => tokenRequest('/token', { grant_type: 'client_credentials' });
    const answer = await during('ClientCredentials', request, suspendAndReactivateApplication);
    const { access_token: token = '' } = (await answer.json()) as { access_token?: string };
    expect(token === '' || (await isActive(token))).toBe(false);
  });

  test('a JWT of its own that it had before is invalid', async () => {
    const own = async () => {
      const answer = await tokenRequest('/token', { grant_type: 'client_credentials', resource: api });
      return ((await answer.json()) as { access_token: string }).access_token;
    };
    const before = await own();
    expect(await isActive(before)).toBe(true);
    await suspendAndReactivateApplication();
    expect(await isActive(before)).toBe(false);
    expect(await isActive(await own())).toBe(true);
  });

  test('a pushed authorization request of it is invalid', async () => {
    const fields = { redirect_uri: redirectUri, response_type: 'code', scope: 'openid', client_id: application.id };
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
    const answer = await tokenRequest('/request', { ...fields, ...challenge });
    const { request_uri: requestUri = '' } = (await answer.json()) as { request_uri?: string };
    expect(requestUri).toMatch(/^urn:/);
    await suspendAndReactivateApplication();
    const query = new URLSearchParams({ client_id: application.id, request_uri: requestUri });
    const page = await fetch(`${issuer.issuer}/auth?${query}`, { redirect: 'manual' });
    expect(page.headers.get('location') ?? '').not.toContain('/sign-in/');
  });
});

test('an application that becomes third-party keeps only what users consented to', async () => {
  const own = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  const party = await relyingParty(issuer.issuer, own);
  const { visitor, tokens } = await party.signIn(user.username);
  await issuer.execute(updateApplication, platformActor, { applicationId: own.id, isThirdParty: true }, origin);
  const refreshed = client.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
  expect(await refusal(refreshed)).toMatchObject({ error: 'invalid_grant' });
  const step = await visitor.follow((await party.start()).url, issuer.publicUrl);
  expect('response' in step && (await step.response.text())).toContain('name="answer"');
});

test('a request in progress does not restore a session that was ended in another window', async () => {
  const { visitor, tokens } = await web.signIn(user.username);
  const { url } = await web.start({ prompt: 'none' });
  const logout = client.buildEndSessionUrl(web.config, { id_token_hint: tokens.id_token ?? '' });
  // Another window of the same browser: the same cookies.
  const cookie = visitor.cookies().map(([name, value]) => `${name}=${value}`);
  const signOutThere = () => fetch(logout, { headers: { cookie: cookie.join('; ') }, redirect: 'manual' });
  const request = () => visitor.follow(url, issuer.publicUrl);
  const step = await during('AuthorizationCode', request, signOutThere);
  expect('left' in step && step.left.searchParams.get('error')).toBe('login_required');
  expect(await issuer.database.prisma.oidcRecord.count({ where: { model: 'Session', userId: user.id } })).toBe(0);
});

test('a session that gets a new id while its user signs out ends as well', async () => {
  const { visitor, tokens } = await web.signIn(user.username);
  // Another window of the same browser, where the user has consented to another application.
  const page = await visitor.follow((await partner.start(lasting)).url, issuer.publicUrl);
  if ('left' in page) throw new Error('there was no page');
  const onwards = (await visitor.post(page.url, { answer: 'yes' })).headers.get('location') ?? '';
  const cookie = visitor.cookies().map(([name, value]) => `${name}=${value}`);
  const logout = client.buildEndSessionUrl(web.config, { id_token_hint: tokens.id_token ?? '' });
  // The sign-out has read the session and waits for its user.
  await gate.client.query('BEGIN');
  await gate.client.query(`SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE`, [user.id]);
  const signedOut = fetch(logout, { headers: { cookie: cookie.join('; ') }, redirect: 'manual' });
  try {
    await expect.poll(() => waitingForLocks(issuer.database), { interval: 5 }).toBe(1);
    expect('left' in (await visitor.follow(onwards, issuer.publicUrl))).toBe(true);
  } finally {
    await gate.client.query('COMMIT');
  }
  expect((await signedOut).status).toBe(303);
  expect(await issuer.database.prisma.oidcRecord.count({ where: { model: 'Session', userId: user.id } })).toBe(0);
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});
