import { decodeProtectedHeader, type JWTPayload } from 'jose';
import { describe, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { retireSigningKey } from '../../../src/operations/signing-keys/retire-signing-key.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import type { SigningKey } from '../../../src/store/signing-keys.ts';
import { perFile } from '../../support/per-file.ts';
import { claimsOf, mint } from '../../support/exchanges/token-endpoint.ts';
import { basic, form, formHeaders, sendTokenRequest } from '../../support/exchanges/token-requests.ts';
import { startFixture } from './fixture.ts';

/** Two processes on one database; without Redis, neither is notified of changes by the other. */
const fixture = perFile(startFixture);

const retire = async (signingKeyId: string) => {
  const origin = { channel: 'graphql' as const, requestId: ids.next('request') };
  const { execute } = fixture.endpoint.app.services;
  return (await execute(retireSigningKey, platformActor, { signingKeyId }, origin)).output;
};

/** The key that signs now: the process may not have read yet that an earlier one was withdrawn. */
const currentKey = async (algorithm: 'RS256' | 'ES256'): Promise<SigningKey> => {
  const { keyRing } = fixture.endpoint.app.services.tokens;
  await keyRing.reload();
  return keyRing.current(algorithm);
};

/** A token that a holder of this key can forge: of the first application, which is an administrator. */
const forgedToken = ({ id: kid, algorithm: alg, privateKey }: SigningKey): Promise<string> => {
  const { issuer, now, app } = fixture.endpoint;
  const sub = app.services.firstStart?.clientId ?? '';
  const aud = app.config.managementResource;
  const claims: JWTPayload = { iss: issuer, sub, client_id: sub, aud, scope: 'users:read', jti: ids.uuid() };
  return mint(fixture.endpoint, { ...claims, iat: now(), exp: now() + 60 }, { alg, kid }, privateKey);
};

const callWith = async (url: string, token: string) => {
  const answer = await fetch(new URL('/api/users', url), { headers: { authorization: `Bearer ${token}` } });
  await answer.text();
  return answer.status;
};

const publishedAt = async (url: string) => {
  const { keys } = (await (await fetch(new URL('/oidc/jwks', url))).json()) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
};

describe.each(['RS256', 'ES256'] as const)('a leaked key for %s that is withdrawn', (algorithm) => {
  test('is refused from the next request on, signs nothing and is not published, by either process', async () => {
    const { endpoint } = fixture;
    const leaked = await currentKey(algorithm);
    const forged = await forgedToken(leaked);
    for (const url of [endpoint.on, endpoint.off]) {
      // Twice, so that its signature is cached as valid.
      expect([await callWith(url, forged), await callWith(url, forged)]).toEqual([200, 200]);
    }
    const { signingKey } = await retire(leaked.id);
    expect(await callWith(endpoint.off, forged)).toBe(401);
    expect(await callWith(endpoint.on, forged)).toBe(401);
    for (const url of [endpoint.on, endpoint.off]) {
      const kids = await publishedAt(url);
      expect(kids).toContain(signingKey);
      expect(kids).not.toContain(leaked.id);
    }
    expect(endpoint.faults).toEqual([]);
  });
});

test('an exchange is refused for a token of a withdrawn key, and signed by the new key, in a process without a nudge', async () => {
  const { endpoint, ada } = fixture;
  const leaked = await currentKey('ES256');
  const subject_token = await mint(endpoint, claimsOf(endpoint, ada));
  const before = await sendTokenRequest(endpoint.off, fixture.ask({ subject_token }));
  expect(before.status).toBe(200);
  const { signingKey } = await retire(leaked.id);
  const own = { grant_type: 'client_credentials', resource: 'https://orders.example/api' };
  const issued = await sendTokenRequest(endpoint.off, { ...fixture.ask(), body: form(own) });
  expect(decodeProtectedHeader(String(issued.json['access_token'])).kid).toBe(signingKey);
  const description = 'the subject token is signed with a key that this issuer does not publish';
  for (const url of [endpoint.off, endpoint.on]) {
    const refused = await sendTokenRequest(url, fixture.ask({ subject_token }));
    expect(refused.json).toEqual({ error: 'invalid_request', error_description: description });
  }
});

test.each(['a user', 'an application'])(
  'a token of %s whose key is withdrawn is inactive in the first introspection by a process without a nudge',
  async (whose) => {
    const { endpoint, ada } = fixture;
    const leaked = await currentKey('ES256');
    const { firstStart } = endpoint.app.services;
    const owner = { id: firstStart?.clientId ?? '', clientSecret: firstStart?.clientSecret ?? '' };
    const ofUser = await mint(endpoint, claimsOf(endpoint, ada));
    const [token, client] =
      whose === 'a user' ? [ofUser, endpoint.records.shop] : ([await forgedToken(leaked), owner] as const);
    const headers = { ...formHeaders, authorization: basic(client) };
    const introspect = () => sendTokenRequest(`${endpoint.off}/introspection`, { headers, body: form({ token }) });
    expect((await introspect()).json).toMatchObject({ active: true });
    await retire(leaked.id);
    expect((await introspect()).json).toEqual({ active: false });
  },
);
