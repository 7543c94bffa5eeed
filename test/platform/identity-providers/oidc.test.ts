import { describe, expect, test } from 'vitest';
import { Visitor } from '../../support/browsers/browser.ts';
import { perTest } from '../../support/per-file.ts';
import { ada, startUpstream } from '../../support/upstreams/upstream.ts';
import { visitUpstream } from '../../support/upstreams/person.ts';
import { begin, connectionOf, finish, identityOf, openProviders, redirectUri, signIn } from './fixture.ts';

const upstream = perTest(startUpstream);

describe('the address to which a person goes', () => {
  test('requests a code with PKCE, a state and a nonce, with the scopes of the provider', async () => {
    const { url, kept } = await begin(openProviders(), connectionOf(upstream));
    expect(`${url.origin}${url.pathname}`).toBe(`${upstream.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'mandate',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: 'a-state-of-one-sign-in',
      nonce: kept.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(url.href).not.toContain(kept.verifier);
    expect(kept.signsInSince).toBeNull();
  });

  test('is different for each person: no verifier and no nonce is used twice', async () => {
    const providers = openProviders();
    const kept = await Promise.all([1, 2].map(async () => (await begin(providers, connectionOf(upstream))).kept));
    expect(new Set(kept.flatMap(({ verifier, nonce }) => [verifier, nonce])).size).toBe(4);
  });

  test('has what the person has typed, and requests a new sign-in where one is required', async () => {
    const now = new Date('2026-05-01T10:00:00Z');
    const request = { loginHint: 'ada@example.com', forcesSignIn: true };
    const { url, kept } = await begin(openProviders({ now: () => now }), connectionOf(upstream), request);
    const { login_hint, prompt, max_age } = Object.fromEntries(url.searchParams);
    expect({ login_hint, prompt, max_age }).toEqual({ login_hint: 'ada@example.com', prompt: 'login', max_age: '0' });
    expect(kept.signsInSince).toBe(now.toISOString());
  });
});

describe('a person who comes back', () => {
  test('is the one whom the ID token names, with its claims', async () => {
    upstream.person = { ...ada, acr: 'mfa', amr: ['pwd', 'otp'] };
    const identity = await identityOf(openProviders(), connectionOf(upstream));
    expect(identity).toMatchObject({ subject: 'ada', acr: 'mfa', amr: ['pwd', 'otp'] });
    expect(identity.claims).toMatchObject({
      iss: upstream.issuer,
      sub: 'ada',
      email: 'ada@example.com',
      email_verified: true,
    });
    expect(upstream.paths).not.toContain('/me');
  });

  test('has the claims of userinfo if the ID token has no address or name', async () => {
    upstream.claimsIn = 'userinfo';
    const { claims } = await identityOf(openProviders(), connectionOf(upstream));
    expect(claims).toMatchObject({ sub: 'ada', name: 'Ada Lovelace', email: 'ada@example.com', email_verified: true });
    expect(upstream.paths).toContain('/me');
  });

  test('has an address that is verified by the same document only: not by one for another address', async () => {
    upstream.person = { ...ada, claims: { email: 'typed@example.com' } };
    const userinfo = { name: 'Ada Lovelace', email: 'ada@example.com', email_verified: true };
    upstream.lie({ userinfo: (claims) => ({ ...claims, ...userinfo }) });
    const { claims } = await identityOf(openProviders(), connectionOf(upstream));
    expect(claims).toMatchObject({ email: 'typed@example.com', name: 'Ada Lovelace' });
    expect(claims).not.toHaveProperty('email_verified');
  });

  test('has an address of userinfo without what the ID token states about another one, whatever the names', async () => {
    const connection = { ...connectionOf(upstream), addressClaims: ['mail', 'xms_edov'] };
    upstream.person = { ...ada, claims: { xms_edov: true } };
    upstream.lie({ userinfo: (claims) => ({ ...claims, name: 'Ada Lovelace', mail: 'typed@example.com' }) });
    const { claims } = await identityOf(openProviders(), connection);
    expect(claims).toMatchObject({ xms_edov: true, name: 'Ada Lovelace' });
    expect(claims).not.toHaveProperty('mail');
  });

  test('has a text where a provider writes one: the claims are as received', async () => {
    upstream.person = { ...ada, claims: { ...ada.claims, email_verified: 'true' } };
    expect((await identityOf(openProviders(), connectionOf(upstream))).claims['email_verified']).toBe('true');
  });

  test('is the same person after a change of the address', async () => {
    const providers = openProviders();
    const before = await identityOf(providers, connectionOf(upstream));
    upstream.person = { ...ada, claims: { ...ada.claims, email: 'countess@example.com' } };
    const after = await identityOf(providers, connectionOf(upstream));
    expect([before.subject, after.subject]).toEqual(['ada', 'ada']);
    expect(after.claims['email']).toBe('countess@example.com');
  });

  test('has signed in again if that was required, and the time is that of the provider', async () => {
    const providers = openProviders();
    const [connection, browser] = [connectionOf(upstream), new Visitor()];
    await signIn(providers, connection, { browser });
    const again = await identityOf(providers, connection, { browser, request: { forcesSignIn: true } });
    expect(again.authenticatedAt?.getTime()).toBeGreaterThan(Date.now() - 20_000);
    expect((await identityOf(providers, connection, { browser })).authenticatedAt).toBeNull();
  });

  test('is accepted by the time of the platform, whatever that of the machine', async () => {
    await using late = await startUpstream({ clock: { now: () => new Date(Date.now() + 86_400_000) } });
    const now = () => new Date(Date.now() + 86_400_000);
    const connection = connectionOf(late);
    expect(await identityOf(openProviders({ now }), connection)).toMatchObject({ subject: 'ada' });
    expect(
      await signIn(openProviders({ now: () => new Date(now().getTime() + 86_400_000) }), connection),
    ).toMatchObject({
      problem: 'identity-invalid',
    });
  });
});

describe('what is read once', () => {
  const countOf = (path: string): number => upstream.paths.filter((one) => one === path).length;
  const discovery = '/.well-known/openid-configuration';

  test('is the discovery document of a provider, for an hour, and its keys', async () => {
    let time = Date.now();
    const providers = openProviders({ now: () => new Date(time) });
    for (let round = 0; round < 3; round++) await identityOf(providers, connectionOf(upstream));
    expect([countOf(discovery), countOf('/jwks')]).toEqual([1, 1]);
    time += 3_600_001;
    await begin(providers, connectionOf(upstream));
    expect(countOf(discovery)).toBe(2);
  });

  test('is read again for a new version of the settings, and after a failure', async () => {
    const providers = openProviders();
    await begin(providers, connectionOf(upstream));
    await begin(providers, { ...connectionOf(upstream), version: 2 });
    expect(countOf(discovery)).toBe(2);
    await expect(
      begin(providers, {
        ...connectionOf(upstream),
        version: 3,
        settings: { ...upstream.settings, issuer: `${upstream.issuer}/none` },
      }),
    ).rejects.toThrow('status code');
    upstream.intercept(discovery, (_, response) => void response.writeHead(503).end());
    await expect(begin(providers, { ...connectionOf(upstream), version: 4 })).rejects.toThrow('status 503');
    upstream.restore();
    await begin(providers, { ...connectionOf(upstream), version: 4 });
  });

  test('is read once for people who come at the same time', async () => {
    const providers = openProviders();
    await Promise.all(Array.from({ length: 20 }, () => begin(providers, connectionOf(upstream))));
    expect(countOf(discovery)).toBe(1);
  });

  test('is replaced when the provider has new keys: the first person has to try again', async () => {
    const providers = openProviders();
    await identityOf(providers, connectionOf(upstream));
    await upstream.rotateKeys();
    expect(await signIn(providers, connectionOf(upstream))).toMatchObject({ problem: 'identity-invalid' });
    expect(await identityOf(providers, connectionOf(upstream))).toMatchObject({ subject: 'ada' });
  });
});

describe('a code', () => {
  test('is redeemed once, and only with the verifier of its own request', async () => {
    const providers = openProviders();
    const connection = connectionOf(upstream);
    const [mine, other] = [await begin(providers, connection), await begin(providers, connection)];
    const callback = await visitUpstream(mine.url);
    const stolen = await finish(providers, connection, other.kept, callback);
    expect(stolen).toMatchObject({ problem: 'identity-refused', error: 'invalid_grant' });
    const again = await visitUpstream(mine.url);
    expect(await finish(providers, connection, mine.kept, again)).toHaveProperty('identity');
    expect(await finish(providers, connection, mine.kept, again)).toMatchObject({ error: 'invalid_grant' });
  });
});
