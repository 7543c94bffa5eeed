import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { Visitor } from '../../support/browsers/browser.ts';
import { addApplication, addResource, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, refusal, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';

const api = 'https://api.example/orders';
const issuer = perFile(startIssuer);
let resource: Awaited<ReturnType<typeof addResource>>;
let user: Awaited<ReturnType<typeof addUser>>;
let web: RelyingParty;
let spa: RelyingParty;

beforeAll(async () => {
  const { prisma } = issuer.database;
  resource = await addResource(prisma, api, ['read', 'write', 'admin'], 600);
  user = await addUser(prisma, { scopeIds: resource.scopeIds.slice(0, 2), emailVerifiedAt: new Date() });
  web = await party('TRADITIONAL_WEB');
  spa = await party('SINGLE_PAGE');
});

async function party(type: 'TRADITIONAL_WEB' | 'SINGLE_PAGE', data: Parameters<typeof addApplication>[2] = {}) {
  const application = await addApplication(issuer.database.prisma, type, { redirectUris: [redirectUri], ...data });
  return relyingParty(issuer.issuer, application, type === 'SINGLE_PAGE' ? client.None() : undefined);
}

const verify = async (token: string) =>
  (await jwtVerify(token, createRemoteJWKSet(new URL(`${issuer.issuer}/jwks`)))).payload;

/** The redirect of an authorization request that needs no interaction: to the application, with an error. */
async function sentBack(url: URL): Promise<URLSearchParams> {
  const step = await new Visitor().follow(url, issuer.publicUrl);
  if ('response' in step) throw new Error(`ended on ${step.url} with ${step.response.status}`);
  return step.left.searchParams;
}

/** The page of the authorization endpoint when it cannot redirect. */
async function shown(url: URL): Promise<{ status: number; text: string; type: string | null }> {
  const step = await new Visitor().follow(url, issuer.publicUrl);
  if ('left' in step) throw new Error(`left for ${step.left}`);
  const { response } = step;
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') };
}

describe('an authorization code with PKCE (RFC 6749 §4.1, RFC 7636)', () => {
  test('gives an ID token, a refresh token and a JWT for the resource in the token request', async () => {
    const { tokens, back } = await web.signIn(user.username, { scope: 'openid email read write admin', resource: api });
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 600, scope: 'read write' });
    expect(tokens.refresh_token).toBeTypeOf('string');
    expect(tokens.claims()).toMatchObject({ sub: user.id, email: user.email, email_verified: true });
    expect(await verify(tokens.access_token)).toMatchObject({
      iss: issuer.issuer,
      sub: user.id,
      aud: api,
      client_id: web.config.clientMetadata().client_id,
      scope: 'read write',
      grant_id: expect.any(String),
      session_id: expect.any(String),
      jti: expect.any(String),
    });
    // RFC 9207 §2
    expect(back.searchParams.get('iss')).toBe(issuer.issuer);
  });

  test('has typ at+jwt and ES256 in the header of the access token (RFC 9068 §2.1)', async () => {
    const { tokens } = await web.signIn(user.username, { scope: 'openid read', resource: api });
    const { protectedHeader } = await jwtVerify(
      tokens.access_token,
      createRemoteJWKSet(new URL(`${issuer.issuer}/jwks`)),
      { typ: 'at+jwt' },
    );
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: issuer.keyRing.current('ES256').id });
  });

  test('a request without a resource gives an opaque access token, which userinfo accepts', async () => {
    const { tokens } = await spa.signIn(user.email, { scope: 'openid profile email' });
    expect(tokens.access_token).not.toContain('.');
    const claims = await client.fetchUserInfo(spa.config, tokens.access_token, user.id);
    expect(claims).toMatchObject({ sub: user.id, name: user.name, email: user.email, email_verified: true });
  });

  test('redeemed without a resource gives a token for userinfo, although the authorization request named a resource', async () => {
    const journey = await web.start({ scope: 'openid email read', resource: api });
    const tokens = await web.redeem(journey, await new Visitor().signIn(journey.url, user.username));
    expect(tokens.scope).toBe('openid email');
    const claims = await client.fetchUserInfo(web.config, tokens.access_token, user.id);
    expect(claims).toMatchObject({ sub: user.id, email: user.email });
    const refresh = (token: string | undefined, parameters = {}) =>
      client.refreshTokenGrant(web.config, token ?? '', parameters);
    const forApi = await refresh(tokens.refresh_token, { resource: api });
    expect(await verify(forApi.access_token)).toMatchObject({ aud: api, scope: 'read' });
    const forPerson = await refresh(forApi.refresh_token);
    expect(await client.fetchUserInfo(web.config, forPerson.access_token, user.id)).toMatchObject({ sub: user.id });
    const withoutOpenid = await refresh(forPerson.refresh_token, { scope: 'read' });
    expect(await verify(withoutOpenid.access_token)).toMatchObject({ aud: api, scope: 'read' });
  });

  test('redeemed without a resource gives a token for the requested resource if openid was not granted', async () => {
    const journey = await web.start({ scope: 'read', resource: api });
    const tokens = await web.redeem(journey, await new Visitor().signIn(journey.url, user.username));
    expect(await verify(tokens.access_token)).toMatchObject({ aud: api, scope: 'read' });
  });

  test('a request for an API without a scope of it gives a token without scopes: there is no default', async () => {
    const journey = await web.start({ scope: 'openid email', resource: api });
    const tokens = await web.redeem(journey, await new Visitor().signIn(journey.url, user.username), { resource: api });
    const claims = await verify(tokens.access_token);
    expect([claims.aud, claims['scope']]).toEqual([api, undefined]);
  });

  test('a request for several resources gives a token for the one in the token request', async () => {
    const other = await addResource(issuer.database.prisma, 'https://api.example/stock', ['read']);
    const journey = await web.start({ scope: 'openid read' });
    journey.url.searchParams.append('resource', api);
    journey.url.searchParams.append('resource', other.indicator);
    const visitor = new Visitor();
    const tokens = await web.redeem(journey, await visitor.signIn(journey.url, user.username), { resource: api });
    expect(await verify(tokens.access_token)).toMatchObject({ aud: api });
    journey.url.searchParams.set('scope', 'read');
    const undecided = await visitor.signIn(journey.url, user.username);
    expect(await refusal(web.redeem(journey, undecided))).toMatchObject({ error: 'invalid_target' });
  });

  test('is refused with a wrong code verifier', async () => {
    const journey = await spa.start();
    const back = await new Visitor().signIn(journey.url, user.username);
    const wrong = { ...journey, verifier: client.randomPKCECodeVerifier() };
    expect(await refusal(spa.redeem(wrong, back))).toMatchObject({ error: 'invalid_grant' });
  });

  test('is refused to another application', async () => {
    const journey = await web.start();
    const back = await new Visitor().signIn(journey.url, user.username);
    expect(await refusal(spa.redeem(journey, back))).toMatchObject({ error: 'invalid_grant' });
  });

  test('a code that is used twice revokes the tokens of its first use (RFC 6749 §4.1.2)', async () => {
    const { tokens, journey, back } = await web.signIn(user.username, { scope: 'openid' });
    expect(await refusal(web.redeem(journey, back))).toMatchObject({ error: 'invalid_grant' });
    expect(await client.tokenIntrospection(web.config, tokens.access_token)).toEqual({ active: false });
    const refreshed = client.refreshTokenGrant(web.config, tokens.refresh_token ?? '');
    expect(await refusal(refreshed)).toMatchObject({ error: 'invalid_grant' });
  });

  test('redeemed twice at the same time gives at most one set of tokens, which is revoked', async () => {
    for (let round = 0; round < 5; round++) {
      const journey = await web.start({ scope: 'openid' });
      const back = await new Visitor().signIn(journey.url, user.username);
      const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => web.redeem(journey, back)));
      const given = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      expect(given.length).toBeLessThanOrEqual(1);
      for (const tokens of given) {
        expect(await client.tokenIntrospection(web.config, tokens.access_token)).toEqual({ active: false });
        expect(await refusal(client.refreshTokenGrant(web.config, tokens.refresh_token ?? ''))).toMatchObject({
          error: 'invalid_grant',
        });
      }
    }
    expect(issuer.faults).toEqual([]);
  });
});

describe('the authorization endpoint', () => {
  test('requires PKCE of public applications', async () => {
    const { url } = await spa.start({ code_challenge: undefined, code_challenge_method: undefined });
    expect(Object.fromEntries(await sentBack(url))).toMatchObject({ error: 'invalid_request', iss: issuer.issuer });
  });

  test('requires PKCE of confidential applications, unless it is disabled for the application', async () => {
    const without = { code_challenge: undefined, code_challenge_method: undefined };
    expect((await sentBack((await web.start(without)).url)).get('error')).toBe('invalid_request');
    const older = await party('TRADITIONAL_WEB', { pkceRequired: false });
    const back = await new Visitor().signIn((await older.start(without)).url, user.username);
    expect(back.searchParams.get('code')).toBeTypeOf('string');
  });

  test('refuses the plain challenge method', async () => {
    const { url } = await spa.start({ code_challenge_method: 'plain' });
    expect((await sentBack(url)).get('error')).toBe('invalid_request');
  });

  test.each([
    ['token', 'unsupported_response_type'],
    ['id_token', 'unsupported_response_type'],
    ['code id_token', 'unsupported_response_type'],
    // Only the account pages may use it.
    ['none', 'invalid_request'],
  ])('refuses the response type %s with %s', async (type, error) => {
    const { url } = await web.start({ response_type: type, nonce: 'n' });
    const step = await new Visitor().follow(url, issuer.publicUrl);
    if ('response' in step) throw new Error('it did not send back');
    expect(new URLSearchParams(step.left.search || step.left.hash.slice(1)).get('error')).toBe(error);
  });

  test('refuses a resource that does not exist', async () => {
    const { url } = await web.start({ resource: 'https://nowhere.example' });
    expect((await sentBack(url)).get('error')).toBe('invalid_target');
  });

  test('redirects only to registered addresses, compared exactly', async () => {
    for (const address of [
      'https://evil.example/callback',
      `${redirectUri}/`,
      `${redirectUri}?x=1`,
      `${redirectUri}#x`,
      redirectUri.replace('https', 'http'),
      redirectUri.toUpperCase(),
      'https://app.example@evil.example/callback',
      'javascript:alert(1)',
      '//evil.example',
    ]) {
      const { status, text, type } = await shown((await web.start({ redirect_uri: address })).url);
      expect([address, status, type]).toEqual([address, 400, 'text/html; charset=utf-8']);
      expect(text).not.toContain('evil');
    }
  });

  test('shows an error page for an unknown client, without values from the request', async () => {
    const { url } = await web.start();
    url.searchParams.set('client_id', 'app_<script>alert(1)</script>');
    const { status, text, type } = await shown(url);
    expect([status, type]).toEqual([400, 'text/html; charset=utf-8']);
    expect(text).toContain('is unknown or suspended');
    expect(text).not.toContain('alert');
  });

  test('accepts the same request by POST (OpenID Connect Core 1.0, §3.1.2.1)', async () => {
    const { url, ...journey } = await web.start();
    const visitor = new Visitor();
    const endpoint = `${url.origin}${url.pathname}`;
    const answer = await visitor.fetch(endpoint, { method: 'POST', body: url.searchParams });
    expect(answer.status).toBe(303);
    const back = await visitor.signIn(new URL(answer.headers.get('location') ?? '', endpoint), user.username);
    expect((await web.redeem({ url, ...journey }, back)).id_token).toBeTypeOf('string');
  });

  test('finds the session after a POST from another site: it redirects to a GET that carries the cookies', async () => {
    const { visitor } = await web.signIn(user.username);
    const { url, ...journey } = await web.start();
    const init = { method: 'POST', body: url.searchParams, headers: { 'sec-fetch-site': 'cross-site' } };
    // SameSite=Lax: a browser sends no cookies here.
    const answer = await fetch(`${url.origin}${url.pathname}`, { ...init, redirect: 'manual' });
    expect(answer.status).toBe(303);
    const step = await visitor.follow(new URL(answer.headers.get('location') ?? '', url), issuer.publicUrl);
    if ('response' in step) throw new Error('the session was not found');
    expect((await web.redeem({ url, ...journey }, step.left)).id_token).toBeTypeOf('string');
  });

  test('answers prompt=none without a page: a code with a session, login_required without', async () => {
    const { visitor } = await web.signIn(user.username);
    const journey = await web.start({ prompt: 'none' });
    const step = await visitor.follow(journey.url, issuer.publicUrl);
    if ('response' in step) throw new Error('it showed a page');
    expect((await web.redeem(journey, step.left)).id_token).toBeTypeOf('string');
    expect((await sentBack(journey.url)).get('error')).toBe('login_required');
  });

  test('reuses one sign-in for several applications, and signs in again on prompt=login and max_age=0', async () => {
    const { visitor } = await web.signIn(user.username);
    const step = await visitor.follow((await spa.start()).url, issuer.publicUrl);
    expect('left' in step).toBe(true);
    for (const again of [{ prompt: 'login' }, { max_age: '0' }]) {
      const requested = await visitor.follow((await spa.start(again)).url, issuer.publicUrl);
      expect('response' in requested).toBe(true);
    }
  });

  test('supports pushed authorization requests, each usable once (RFC 9126)', async () => {
    const { url, ...journey } = await web.start({ scope: 'openid email' });
    const pushed = await client.buildAuthorizationUrlWithPAR(web.config, Object.fromEntries(url.searchParams));
    expect([...pushed.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri']);
    const visitor = new Visitor();
    const back = await visitor.signIn(pushed, user.username);
    const tokens = await web.redeem({ url, ...journey }, back);
    expect(tokens.claims()?.sub).toBe(user.id);
    expect((await sentBackOrShown(pushed, visitor)).error).toBe('invalid_request_uri');
  });
});

async function sentBackOrShown(url: URL, visitor: Visitor): Promise<{ error: string | undefined }> {
  const step = await visitor.follow(url, issuer.publicUrl);
  if ('left' in step) return { error: step.left.searchParams.get('error') ?? undefined };
  return { error: /<code>(\w+)<\/code>/.exec(await step.response.text())?.[1] };
}

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});
