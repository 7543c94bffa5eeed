import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Administrator, openAdministration } from '../../support/administrator.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { addApplication, addUser, startIssuer } from '../../support/issuer.ts';
import { type Gate, openGate } from '../../support/servers/paused-records.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, refusal, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';

/** An administrator ends one session of a user. */
const issuer = perFile(startIssuer);
let administrator: Administrator;
let applicationId: string;
let web: RelyingParty;
let other: RelyingParty;
let user: Awaited<ReturnType<typeof addUser>>;
let gate: Gate;

beforeAll(async () => {
  const { prisma } = issuer.database;
  const application = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  applicationId = application.id;
  web = await relyingParty(issuer.issuer, application);
  const another = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  other = await relyingParty(issuer.issuer, another);
  administrator = await openAdministration(issuer);
  gate = await openGate(issuer);
});
beforeEach(async () => {
  user = await addUser(issuer.database.prisma);
});
afterAll(() => gate.close());

const lasting = { scope: 'openid offline_access', prompt: 'consent' };
const query =
  'query ($id: ID!) { user(id: $id) { sessions { id startedAt lastUsedAt lastActiveAt expiresAt amr device ipAddress applications { id } } } }';
const sessions = async () => (await administrator.ask(query, { id: user.id })).user.sessions;
const newestSession = async (): Promise<string> => (await sessions())[0].id;
const end = (sessionId: string) => administrator.rest(`DELETE /users/${user.id}/sessions/${sessionId}`);
const isSignedIn = async (visitor: Visitor) =>
  'left' in (await visitor.follow((await web.start()).url, issuer.publicUrl));
const isActive = async (token: string) => (await client.tokenIntrospection(web.config, token)).active;

describe('ending one session', () => {
  test('ends it in its browser with all its tokens, and no other one', async () => {
    const kept = await web.signIn(user.username);
    issuer.advance(60);
    const ended = await web.signIn(user.username, lasting);
    const sessionId = await newestSession();
    expect(await end(sessionId)).toMatchObject({ status: 200, json: { id: user.id } });
    expect(await sessions()).toHaveLength(1);
    expect([await isSignedIn(ended.visitor), await isSignedIn(kept.visitor)]).toEqual([false, true]);
    expect([await isActive(ended.tokens.access_token), await isActive(kept.tokens.access_token)]).toEqual([
      false,
      true,
    ]);
    const refreshed = client.refreshTokenGrant(web.config, ended.tokens.refresh_token ?? '');
    expect(await refusal(refreshed)).toMatchObject({ error: 'invalid_grant' });
    const [event] = await issuer.database.prisma.event.findMany({ where: { type: 'User.Session.Ended' }, take: 1 });
    expect(event).toMatchObject({ subjectId: user.id, data: { sessionId, applicationIds: [applicationId] } });
  });

  test('replaces no cookie in its browser, where another tab may have signed in meanwhile', async () => {
    const { visitor } = await web.signIn(user.username);
    await end(await newestSession());
    const { url } = await web.start({ prompt: 'none' });
    const response = await visitor.fetch(url);
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe('login_required');
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('is NOT_FOUND for a session that has ended, or is of another user', async () => {
    await web.signIn(user.username);
    const sessionId = await newestSession();
    const stranger = await addUser(issuer.database.prisma);
    const wrong = await administrator.rest(`DELETE /users/${stranger.id}/sessions/${sessionId}`);
    expect(wrong).toMatchObject({ status: 404, json: { problems: [{ path: ['sessionId'] }] } });
    expect(await sessions()).toHaveLength(1);
    await end(sessionId);
    expect(await end(sessionId)).toMatchObject({ status: 404 });
  });

  test('leaves no valid tokens of a code exchange in progress', async () => {
    const journey = await web.start(lasting);
    const back = await new Visitor().signIn(journey.url, user.username);
    const sessionId = await newestSession();
    const redeem = () => web.redeem(journey, back);
    const tokens = await gate.during('RefreshToken', redeem, () => end(sessionId)).catch(() => undefined);
    if (!tokens) return;
    expect(await isActive(tokens.access_token)).toBe(false);
    const refreshed = client.refreshTokenGrant(web.config, tokens.refresh_token ?? '');
    expect(await refusal(refreshed)).toMatchObject({ error: 'invalid_grant' });
  });

  test('gives no code to an authorization request in progress', async () => {
    const { visitor } = await web.signIn(user.username);
    const sessionId = await newestSession();
    const journey = await other.start();
    const follow = () => visitor.follow(journey.url, issuer.publicUrl);
    const step = await gate.during('AuthorizationCode', follow, () => end(sessionId));
    expect('left' in step ? step.left.searchParams.get('code') : null).toBeNull();
    expect(await isSignedIn(visitor)).toBe(false);
  });
});

describe('a session', () => {
  test('is listed with its applications, how the user authenticated and when it was last used', async () => {
    const { visitor } = await web.signIn(user.username);
    const [{ startedAt, lastUsedAt }] = await sessions();
    expect(Math.abs(Date.parse(lastUsedAt) - Date.parse(startedAt))).toBeLessThan(60_000);
    issuer.advance(1800);
    await other.signIn(null, {}, visitor);
    const [session] = await sessions();
    expect(session).toMatchObject({ startedAt, amr: ['pwd'], applications: [{}, {}] });
    expect(Date.parse(session.lastUsedAt) - Date.parse(startedAt)).toBeGreaterThanOrEqual(1_799_000);
    const { json } = await administrator.rest(`GET /users/${user.id}/sessions`);
    const { applications, ...rest } = session;
    const ids = applications.map(({ id }: { id: string }) => id);
    expect(json.items).toEqual([{ ...rest, applicationIds: ids }]);
  });
});
