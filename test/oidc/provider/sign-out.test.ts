import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { Visitor } from '../../support/browsers/browser.ts';
import { addApplication, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, refusal, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';

const afterwards = 'https://app.example/bye';
const issuer = perFile(startIssuer);
let user: Awaited<ReturnType<typeof addUser>>;
let web: RelyingParty;

beforeAll(async () => {
  const { prisma } = issuer.database;
  user = await addUser(prisma);
  const uris = { redirectUris: [redirectUri], postLogoutRedirectUris: [afterwards] };
  web = await relyingParty(issuer.issuer, await addApplication(prisma, 'TRADITIONAL_WEB', uris));
});

const sessions = () => issuer.database.prisma.oidcRecord.count({ where: { model: 'Session', userId: user.id } });
const isSignedIn = async (visitor: Visitor) =>
  'left' in (await visitor.follow((await web.start()).url, issuer.publicUrl));
const endpoint = () => web.config.serverMetadata().end_session_endpoint ?? '';
const html = { headers: { accept: 'text/html' } };

describe('sign-out by an application (OpenID Connect RP-Initiated Logout 1.0)', () => {
  test('a request with an ID token ends session and tokens at once and redirects to the application', async () => {
    const { visitor, tokens } = await web.signIn(user.username);
    const url = client.buildEndSessionUrl(web.config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: afterwards,
      state: 'a b',
    });
    const answer = await visitor.fetch(url);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${afterwards}?state=a+b`]);
    expect(await sessions()).toBe(0);
    expect(await isSignedIn(visitor)).toBe(false);
    const refreshed = client.refreshTokenGrant(web.config, tokens.refresh_token ?? '');
    expect(await refusal(refreshed)).toMatchObject({ error: 'invalid_grant' });
  });

  test('keeps tokens with offline_access', async () => {
    const wanted = { scope: 'openid offline_access', prompt: 'consent' };
    const { visitor, tokens } = await web.signIn(user.username, wanted);
    await visitor.fetch(client.buildEndSessionUrl(web.config, { id_token_hint: tokens.id_token ?? '' }));
    expect(await isSignedIn(visitor)).toBe(false);
    const next = await client.refreshTokenGrant(web.config, tokens.refresh_token ?? '');
    expect(next.access_token).toBeTypeOf('string');
  });

  test('a request without an ID token asks the user, who can decline', async () => {
    const { visitor } = await web.signIn(user.username);
    const page = await visitor.fetch(endpoint(), html);
    const text = await page.text();
    expect(text).toContain('Do you want to sign out?');
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
    await visitor.post(`${endpoint()}/confirm`, { xsrf });
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('signs the user out on confirmation, and shows that', async () => {
    const { visitor } = await web.signIn(user.username);
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await (await visitor.fetch(endpoint())).text()) ?? [];
    const answer = await visitor.post(`${endpoint()}/confirm`, { xsrf, logout: 'yes' });
    expect(answer.status).toBe(303);
    const done = await visitor.fetch(new URL(answer.headers.get('location') ?? '', endpoint()), html);
    expect(await done.text()).toContain('You are signed out');
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('accepts the same request by POST', async () => {
    const { visitor, tokens } = await web.signIn(user.username);
    await visitor.post(endpoint(), { id_token_hint: tokens.id_token ?? '' });
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('cannot be confirmed from another site: the form contains a secret of the session', async () => {
    const { visitor } = await web.signIn(user.username);
    for (const fields of [{ logout: 'yes' }, { logout: 'yes', xsrf: 'guess' }]) {
      const answer = await visitor.post(`${endpoint()}/confirm`, fields);
      expect(answer.status).toBe(400);
    }
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('ignores an ID token of another user', async () => {
    const other = await addUser(issuer.database.prisma);
    const { tokens } = await web.signIn(other.username);
    const { visitor } = await web.signIn(user.username);
    const url = client.buildEndSessionUrl(web.config, { id_token_hint: tokens.id_token ?? '' });
    expect(await (await visitor.fetch(url)).text()).toContain('Do you want to sign out?');
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('ignores an ID token that this issuer did not sign', async () => {
    const { visitor, tokens } = await web.signIn(user.username);
    const forged = `${(tokens.id_token ?? '').slice(0, -8)}AAAAAAAA`;
    const answer = await visitor.fetch(client.buildEndSessionUrl(web.config, { id_token_hint: forged }));
    expect(answer.status).toBe(400);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('never redirects to an address that is not registered', async () => {
    const { visitor, tokens } = await web.signIn(user.username);
    for (const address of ['https://evil.example', `${afterwards}/x`, '//evil.example', 'javascript:alert(1)']) {
      const query = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: address };
      const answer = await visitor.fetch(client.buildEndSessionUrl(web.config, query), html);
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
      expect(await answer.text()).not.toContain('evil');
    }
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('succeeds for a user who is already signed out', async () => {
    const answer = await new Visitor().fetch(endpoint());
    expect(answer.status).toBe(200);
  });
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});
