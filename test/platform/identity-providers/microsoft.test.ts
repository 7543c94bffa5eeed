import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import type { OidcConnection } from '../../../src/platform/identity-providers/identity-provider.ts';
import type { FetchRequest, SafeFetch } from '../../../src/platform/network/safe-fetch.ts';
import { begin, finish, openProviders } from './fixture.ts';

const origin = 'https://login.microsoftonline.com';
const tenantId = '9188040d-6c67-4c5b-b112-36a304b66dad';

const connectionOf = (tenant: string): OidcConnection => ({
  id: 'idp_1',
  version: 1,
  protocol: 'oidc',
  addressClaims: ['email', 'xms_edov'],
  settings: {
    issuer: `${origin}/${tenant}/v2.0`,
    clientId: 'mandate',
    scopes: ['openid', 'email', 'profile'],
    authentication: 'client_secret_post',
    apple: null,
  },
  secrets: { clientSecret: 'secret' },
  responseMode: 'query',
});

/** Microsoft, as a fetch: the ID token has these claims. */
async function microsoft(issuer: string, claims: Record<string, unknown>) {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'a', alg: 'RS256', use: 'sig' }];
  let nonce: string | null = null;
  const metadata = {
    issuer,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
  };
  const tokenOf = () =>
    new SignJWT({ sub: 'a-subject', email: 'ada@example.com', name: 'Ada', nonce, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'a' })
      .setAudience('mandate')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
  const bodyOf = async (path: string): Promise<unknown> => {
    if (path.endsWith('/openid-configuration')) return metadata;
    if (path === '/keys') return { keys };
    return { access_token: 'a', token_type: 'Bearer', id_token: await tokenOf() };
  };
  const fetch = async ({ url }: FetchRequest) => ({
    ok: true as const,
    status: 200,
    headers: { 'content-type': 'application/json' },
    bytes: Buffer.from(JSON.stringify(await bodyOf(new URL(url).pathname))),
    isCut: false,
    durationMs: 1,
  });
  const safeFetch: SafeFetch = Object.assign(fetch, { close: () => Promise.resolve() });
  return { safeFetch, expect: (value: string | null) => (nonce = value) };
}

async function signIn(tenant: string, issuer: string, claims: Record<string, unknown>) {
  const service = await microsoft(issuer, claims);
  const providers = openProviders({ safeFetch: service.safeFetch });
  const connection = connectionOf(tenant);
  const { url, kept } = await begin(providers, connection);
  service.expect(kept.nonce);
  const form = new URLSearchParams({ code: 'a', state: url.searchParams.get('state') ?? '' });
  return finish(providers, connection, kept, { url: url.href, form });
}

const anyTenant = `${origin}/{tenantid}/v2.0`;
const ofTenant = `${origin}/${tenantId}/v2.0`;

test('the issuer of people of any tenant has the id of theirs', async () => {
  const result = await signIn('common', anyTenant, { iss: ofTenant, tid: tenantId });
  expect(result).toMatchObject({ identity: { subject: 'a-subject', claims: { tid: tenantId } } });
});

test.each([
  ['another tenant than the token names', { iss: `${origin}/another/v2.0`, tid: tenantId }],
  ['no tenant', { iss: ofTenant }],
  ['a template', { iss: anyTenant, tid: undefined }],
  ['another service', { iss: 'https://evil.example/v2.0', tid: tenantId }],
])('an issuer of %s is refused', async (_, claims) => {
  expect(await signIn('common', anyTenant, claims)).toMatchObject({ problem: 'identity-invalid' });
});

test('people of another tenant are refused where one tenant is set', async () => {
  const other = { iss: `${origin}/another/v2.0`, tid: 'another' };
  expect(await signIn(tenantId, ofTenant, other)).toMatchObject({ problem: 'identity-invalid' });
  expect(await signIn(tenantId, ofTenant, { iss: ofTenant, tid: tenantId })).toHaveProperty('identity');
});
