import { describe, expect, test } from 'vitest';
import { perTest } from '../../support/per-file.ts';
import { ada, misbehaviors, startUpstream } from '../../support/upstreams/upstream.ts';
import { type Lie, lies } from '../../support/upstreams/lies.ts';
import { visitUpstream } from '../../support/upstreams/person.ts';
import { begin, connectionOf, finish, openProviders, signIn } from './fixture.ts';

const upstream = perTest(startUpstream);

/** A problem shows nothing of what a sign-in keeps secret. */
function expectNoSecret(problem: unknown, ...secrets: (string | null | undefined)[]): void {
  const text = JSON.stringify(problem);
  for (const secret of [upstream.clientSecret, ...secrets]) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/eyJ/);
  expect(text.length).toBeLessThan(500);
}

describe('a provider that lies', () => {
  const words: Record<Lie, RegExp> = {
    'another nonce': /"nonce"/,
    'no nonce': /"nonce"/,
    'another issuer in the ID token': /"iss"/,
    'another audience': /"aud"/,
    'several audiences, for another party': /"azp"/,
    'an ID token that has expired': /"exp"/,
    'an ID token without subject': /"sub"/,
    'an ID token without signature': /"alg"|algorithm/,
    'an ID token signed with the client secret': /"alg"|algorithm/,
    'another subject in userinfo': /"sub"/,
    'another issuer in the response': /"iss"/,
    'no issuer in the response': /"iss"/,
    'another state': /"state"/,
    'no state': /"state"/,
    'claims that are too large': /32 KiB/,
    'discovery of another issuer': /issuer/,
  };

  test.each(Object.entries(words))('is refused with its own words: %s', async (lie, message) => {
    upstream.lie(lie as Lie);
    upstream.claimsIn = lie === 'another subject in userinfo' ? 'userinfo' : 'id-token';
    const connection = connectionOf(upstream);
    const providers = openProviders();
    const begun = await providers.begin(connection, {
      redirectUri: 'https://platform.example/return',
      state: 'a-state-of-one-sign-in',
      forcesSignIn: false,
    });
    const result =
      'problem' in begun ? begun : await finish(providers, connection, begun.kept, await visitUpstream(begun.url));
    expect(result).toEqual({ problem: 'identity-invalid', message: expect.stringMatching(message) });
    expectNoSecret(result);
  });

  test('an ID token signed with a key that it has not published', async () => {
    await upstream.rotateKeys({ isPublished: false });
    expect(await signIn(openProviders(), connectionOf(upstream))).toMatchObject({ problem: 'identity-invalid' });
  });

  test('every lie has its own words', () => {
    expect(Object.keys(words)).toEqual(Object.keys(lies));
  });

  test.each([
    ['empty', ''],
    ['of 256 characters', 'x'.repeat(256)],
    ['with a control character', 'a\u0000b'],
    ['that is not well-formed, so that it could become that of another person', '\uD800'],
    ['that is a number', 5.5],
  ])('is refused with a subject %s', async (_, sub) => {
    upstream.lie({ idToken: (claims) => ({ ...claims, sub }) });
    expect(await signIn(openProviders(), connectionOf(upstream))).toMatchObject({ problem: 'identity-invalid' });
  });

  test('is refused with claims that cannot be written as JSON again', async () => {
    const nested = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    upstream.claimsIn = 'userinfo';
    upstream.intercept(
      '/me',
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(`{"sub":"ada","a":${nested}}`),
    );
    expect(await signIn(openProviders(), connectionOf(upstream))).toMatchObject({ problem: 'identity-invalid' });
  });
});

describe('a provider that does not respond as it should', () => {
  const cases = Object.entries(misbehaviors).flatMap(([name, answer]) =>
    ['/.well-known/openid-configuration', '/token', '/jwks', '/me'].map((path) => ({ name, path, answer })),
  );
  test.each(cases)('is unreachable: $name at $path', async ({ name, path, answer }) => {
    upstream.intercept(path, (_, response) => answer(response));
    upstream.claimsIn = 'userinfo';
    const providers = openProviders(name === 'slow' ? { timeoutMs: 100 } : {});
    const result = await signIn(providers, connectionOf(upstream)).catch(() =>
      providers.begin(connectionOf(upstream), {
        redirectUri: 'https://platform.example/return',
        state: 'a',
        forcesSignIn: false,
      }),
    );
    const isInvalid = name === 'garbled';
    expect(result).toEqual({
      problem: isInvalid ? 'identity-invalid' : 'provider-unreachable',
      message: expect.any(String),
    });
    expectNoSecret(result);
  });

  test('no request is longer than ten seconds or 256 KiB, or leaves the provider', async () => {
    upstream.intercept('/token', (_, response) => misbehaviors.redirecting(response));
    const providers = openProviders();
    await signIn(providers, connectionOf(upstream));
    expect(providers.requests.length).toBeGreaterThan(1);
    for (const { url, timeoutMs, maxBytes } of providers.requests) {
      expect([timeoutMs, maxBytes]).toEqual([10_000, 262_144]);
      expect(new URL(url).origin).toBe(upstream.issuer);
    }
  });
});

describe('an address of a private network', () => {
  test.each(['token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
    'is never called, also as %s of a discovery document',
    async (name) => {
      upstream.claimsIn = 'userinfo';
      upstream.lie({ discovery: (metadata) => ({ ...metadata, [name]: 'https://169.254.169.254/latest' }) });
      const result = await signIn(openProviders(), connectionOf(upstream));
      expect(result).toEqual({
        problem: 'provider-unreachable',
        message: 'https://169.254.169.254/latest: The host is not on the public internet.',
      });
    },
  );

  test('is called only if the operator has allowed the host', async () => {
    const providers = openProviders({ hosts: [] });
    const connection = connectionOf(upstream);
    const https = {
      ...connection,
      settings: { ...connection.settings, issuer: upstream.issuer.replace('http:', 'https:') },
    };
    for (const one of [connection, https])
      expect(
        await providers.begin(one, { redirectUri: 'https://platform.example/return', state: 'a', forcesSignIn: false }),
      ).toMatchObject({ problem: 'provider-unreachable' });
    expect(upstream.paths).toEqual([]);
  });

  test('is called without TLS only on this machine, and not in production', async () => {
    const [inProduction, elsewhere] = [openProviders({ production: true }), openProviders({ hosts: ['10.0.0.5'] })];
    const connection = connectionOf(upstream);
    await expect(begin(inProduction, connection)).rejects.toThrow('must begin with https://');
    const there = { ...connection, settings: { ...connection.settings, issuer: 'http://10.0.0.5' } };
    await expect(begin(elsewhere, there)).rejects.toThrow('must begin with https://');
    expect([...inProduction.requests, ...elsewhere.requests]).toEqual([]);
  });
});

describe('a refusal of the provider', () => {
  test('has the error code if the person refuses', async () => {
    upstream.refuse('access_denied');
    expect(await signIn(openProviders(), connectionOf(upstream))).toEqual({
      problem: 'identity-refused',
      error: 'access_denied',
      message: expect.stringContaining('"access_denied"'),
    });
  });

  test('has the description apart that came through the browser, where anybody can write it', async () => {
    upstream.refuse('access_denied');
    const change = (parameters: URLSearchParams) => {
      parameters.set('error', 'invalid_scope');
      parameters.set('error_description', 'Call +1 555 0100');
    };
    expect(await signIn(openProviders(), connectionOf(upstream), { change })).toEqual({
      problem: 'identity-refused',
      error: 'invalid_scope',
      message: 'The provider responded with the error "invalid_scope".',
      unverified: 'Call +1 555 0100',
    });
  });

  test('is none for another state: a planted callback is not believed', async () => {
    upstream.refuse('access_denied');
    const change = (parameters: URLSearchParams) => parameters.set('state', 'another');
    expect(await signIn(openProviders(), connectionOf(upstream), { change })).toMatchObject({
      problem: 'identity-invalid',
    });
  });

  test('names what is wrong with the client', async () => {
    const connection = { ...connectionOf(upstream), secrets: { clientSecret: 'a-wrong-secret' } };
    const result = await signIn(openProviders(), connection);
    expect(result).toMatchObject({ problem: 'identity-refused', error: 'invalid_client' });
    expectNoSecret(result, 'a-wrong-secret');
  });

  test('is a bounded text without what was secret, whatever the provider repeats', async () => {
    const providers = openProviders();
    const connection = connectionOf(upstream);
    const { url, kept } = await begin(providers, connection);
    const callback = await visitUpstream(url);
    const code = new URL(callback.url).searchParams.get('code');
    const description = `${upstream.clientSecret} ${kept.verifier} ${code}\u0000\n${'x'.repeat(10_000)}`;
    upstream.intercept(
      '/token',
      (_, response) =>
        void response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: `e${'r'.repeat(5000)}`, error_description: description })),
    );
    const result = await finish(providers, connection, kept, callback);
    expect(result).toMatchObject({ problem: 'identity-refused' });
    expectNoSecret(result, kept.verifier, code);
  });
});

test('a parameter that comes twice is refused', async () => {
  for (const name of ['code', 'state', 'iss']) {
    const change = (parameters: URLSearchParams) => parameters.append(name, 'second');
    expect(await signIn(openProviders(), connectionOf(upstream), { change })).toMatchObject({
      problem: 'identity-invalid',
    });
  }
});

test('an ID token in the address is not used', async () => {
  const change = (parameters: URLSearchParams) => parameters.set('id_token', 'eyJ');
  expect(await signIn(openProviders(), connectionOf(upstream), { change })).toMatchObject({
    problem: 'identity-invalid',
  });
});

test('the person is the one who is at the provider, whatever was typed before', async () => {
  upstream.person = { ...ada, sub: 'eve' };
  const result = await signIn(openProviders(), connectionOf(upstream), { request: { loginHint: 'ada@example.com' } });
  expect(result).toMatchObject({ identity: { subject: 'eve' } });
});
