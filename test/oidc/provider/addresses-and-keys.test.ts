import { request as httpRequest } from 'node:http';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Visitor } from '../../support/browsers/browser.ts';
import { addApplication, addUser, startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';

/** A raw GET with any request target and any Host. */
function raw(issuer: TestIssuer, target: string, headers: Record<string, string> = {}) {
  const { port } = new URL(issuer.url);
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path: target, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.on('error', reject).end();
  });
}

const spoofed = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '6.6.6.6',
  forwarded: 'host=evil.example;proto=https',
};

describe('addresses', () => {
  let issuer: TestIssuer;
  beforeAll(async () => {
    issuer = await startIssuer();
  });
  afterAll(() => issuer[Symbol.asyncDispose]());

  test('the addresses in discovery come from PUBLIC_URL, whatever Host and X-Forwarded-* contain', async () => {
    const paths = ['/oidc/.well-known/openid-configuration', '/.well-known/oauth-authorization-server/oidc'];
    const honest = await raw(issuer, paths[0] ?? '');
    for (const path of paths) {
      for (const target of [path, `http://evil.example${path}`]) {
        const answer = await raw(issuer, target, spoofed);
        expect([target, answer.status]).toEqual([target, 200]);
        expect(answer.text).toBe(honest.text);
      }
    }
    const metadata = JSON.parse(honest.text) as Record<string, unknown>;
    expect(metadata).toMatchObject({
      issuer: issuer.issuer,
      authorization_endpoint: `${issuer.issuer}/auth`,
      token_endpoint: `${issuer.issuer}/token`,
      userinfo_endpoint: `${issuer.issuer}/me`,
      jwks_uri: `${issuer.issuer}/jwks`,
      introspection_endpoint: `${issuer.issuer}/token/introspection`,
      revocation_endpoint: `${issuer.issuer}/token/revocation`,
      end_session_endpoint: `${issuer.issuer}/session/end`,
      pushed_authorization_request_endpoint: `${issuer.issuer}/request`,
      response_types_supported: ['code', 'none'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      authorization_response_iss_parameter_supported: true,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    });
    expect(metadata['registration_endpoint']).toBeUndefined();
    expect((metadata['grant_types_supported'] as string[]).toSorted()).toEqual([
      'authorization_code',
      'client_credentials',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:token-exchange',
    ]);
  });

  test('no request can change the address of a redirect, and cookies are not Secure over http', async () => {
    const web = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', {
      redirectUris: [redirectUri],
      pkceRequired: false,
    });
    const query = new URLSearchParams({ client_id: web.id, response_type: 'code', redirect_uri: redirectUri });
    const answer = await raw(issuer, `/oidc/auth?${query}`, spoofed);
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toMatch(new RegExp(`^${issuer.publicUrl}/sign-in/`));
    for (const cookie of answer.headers['set-cookie'] as string[]) {
      expect(cookie).toMatch(/; samesite=lax; httponly$/);
      expect(cookie).not.toMatch(/domain|secure/i);
    }
  });
});

describe('behind a proxy that terminates https', () => {
  let issuer: TestIssuer;
  beforeAll(async () => {
    issuer = await startIssuer({ publicUrl: 'https://id.example.com' });
  });
  afterAll(() => issuer[Symbol.asyncDispose]());

  test('every address is the public one, and every cookie is Secure and bound to the host', async () => {
    const { prisma } = issuer.database;
    const user = await addUser(prisma);
    const web = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri], pkceRequired: false });
    const query = new URLSearchParams({
      client_id: web.id,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid',
    });
    // As a proxy that adds no headers would.
    const visitor = new Visitor();
    const inward = (location: string | null) => (location ?? '').replace('https://id.example.com', issuer.url);
    const first = await visitor.fetch(`${issuer.url}/oidc/auth?${query}`);
    expect(first.headers.get('location')).toMatch(/^https:\/\/id\.example\.com\/sign-in\//);
    const page = await visitor.fetch(inward(first.headers.get('location')));
    const signedIn = await visitor.post(inward(first.headers.get('location')), {
      identifier: user.username ?? '',
      password: 'correct horse battery staple',
      answer: 'yes',
    });
    expect(signedIn.headers.get('location')).toMatch(/^https:\/\/id\.example\.com\/oidc\/auth\//);
    const last = await visitor.fetch(inward(signedIn.headers.get('location')));
    expect(new URL(last.headers.get('location') ?? '').searchParams.get('iss')).toBe('https://id.example.com/oidc');
    expect(page.headers.getSetCookie().every((cookie) => /^__Host-.*; Secure; SameSite=Lax$/.test(cookie))).toBe(true);
    const cookies = [first, last].flatMap((answer) => answer.headers.getSetCookie());
    expect(cookies.some((cookie) => cookie.startsWith('__Host-mandate_session='))).toBe(true);
    for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax; secure; httponly/);
    expect(issuer.faults).toEqual([]);
  });
});

describe('signing keys', () => {
  let issuer: TestIssuer;
  beforeAll(async () => {
    issuer = await startIssuer();
  });
  afterAll(() => issuer[Symbol.asyncDispose]());

  const published = async () => {
    const { keys } = (await (await fetch(`${issuer.issuer}/jwks`)).json()) as { keys: Record<string, unknown>[] };
    return keys;
  };

  test('are published without their private part', async () => {
    const members = (await published()).map((key) => [key['alg'], Object.keys(key).toSorted()]);
    expect(members).toEqual([
      ['RS256', ['alg', 'e', 'kid', 'kty', 'n', 'use']],
      ['ES256', ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']],
    ]);
  });

  test('can be cached for less time than a new key waits to sign, the metadata for an hour (RFC 9111)', async () => {
    const cached = async (path: string, init?: RequestInit) => {
      const { status, headers } = await fetch(`${issuer.issuer}${path}`, init);
      return [status, headers.get('cache-control'), headers.get('access-control-allow-origin'), headers.get('vary')];
    };
    const origin = { headers: { origin: 'https://app.example' } };
    expect(await cached('/jwks')).toEqual([200, 'public, max-age=240', '*', 'Origin']);
    expect(await cached('/jwks', origin)).toEqual([200, 'public, max-age=240', 'https://app.example', 'Origin']);
    expect((await cached('/.well-known/openid-configuration'))[1]).toBe('public, max-age=3600');
    const inserted = new URL('/.well-known/oauth-authorization-server/oidc', issuer.url);
    expect((await fetch(inserted)).headers.get('cache-control')).toBe('public, max-age=3600');
    expect((await cached('/jwks/nothing'))[1]).toBe('no-store');
  });

  test('can be rotated during a sign-in without an effect on it', async () => {
    const { prisma } = issuer.database;
    const user = await addUser(prisma);
    const application = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
    const party = await relyingParty(issuer.issuer, application);
    const before = issuer.keyRing.published().map(({ id }) => id);
    const journey = await party.start();
    const back = await new Visitor().signIn(journey.url, user.username);
    const after = await issuer.publishKeys(new Date(Date.now() + 60_000));
    await issuer.keyRing.reload();
    expect(new Set((await published()).map((key) => key['kid']))).toEqual(new Set([...before, ...after]));
    const old = await party.redeem(journey, back);
    expect(decodeProtectedHeader(old.id_token ?? '')).toMatchObject({ alg: 'RS256', kid: before[0] });
    issuer.advance(61);
    const renewed = await client.refreshTokenGrant(party.config, old.refresh_token ?? '');
    expect(decodeProtectedHeader(renewed.id_token ?? '')).toMatchObject({ alg: 'RS256', kid: after[0] });
    const keys = createRemoteJWKSet(new URL(`${issuer.issuer}/jwks`));
    for (const { id_token: token } of [old, renewed]) await jwtVerify(token ?? '', keys, { issuer: issuer.issuer });
    expect(issuer.faults).toEqual([]);
  });
});
