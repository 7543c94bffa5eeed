import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { addApplication, addResource } from '../../support/issuer.ts';
import {
  claimsOf,
  mint,
  opaqueToken,
  signInRecords,
  type SignedIn,
  startTokenEndpoint,
  type TokenEndpoint,
} from '../../support/exchanges/token-endpoint.ts';
import {
  accessTokenType,
  basic,
  exchangeGrant,
  type Fields,
  form,
  formHeaders,
  type TokenRequest,
} from '../../support/exchanges/token-requests.ts';

/** The platform with all users signed in, and requests that differ from the usual one in a single point. */
export type Fixture = Awaited<ReturnType<typeof startFixture>>;

/** `settings` are variables of the platform. */
export async function startFixture(settings: Record<string, string> = {}) {
  const endpoint = await startTokenEndpoint(undefined, settings);
  const { records } = endpoint;
  const ada = await signInRecords(endpoint, records.ada.id, records.shop.id);
  const token = await mint(endpoint, claimsOf(endpoint, ada));
  const keyed = await addKeyedApplication(endpoint);
  const tokens = await goodTokens(endpoint, ada);
  const { prisma } = endpoint.app.services.database;
  const { id: olderApi } = await addResource(prisma, 'urn:example:rs256', []);
  await prisma.apiResource.update({ where: { id: olderApi }, data: { accessTokenSigningAlg: 'RS256' } });
  return {
    endpoint,
    records,
    ada,
    /** Ada's access token, from her sign-in at the shop. */
    token,
    tokens,
    keyed,
    /** The usual request with some fields changed or removed. */
    ask: (changed: Fields = {}, headers: Record<string, string> = {}): TokenRequest => ({
      headers: { ...formHeaders, authorization: basic(records.backend), ...headers },
      body: form({ ...usual(token), ...changed }),
    }),
    /** The usual request of another application. */
    askAs: (client: { id: string; clientSecret: string }, changed: Fields = {}): TokenRequest => ({
      headers: { ...formHeaders, authorization: basic(client) },
      body: form({ ...usual(token), ...changed }),
    }),
    /** The usual request without an Authorization header. */
    askOpenly: (changed: Fields): TokenRequest => ({
      headers: { ...formHeaders },
      body: form({ ...usual(token), ...changed }),
    }),
    async [Symbol.asyncDispose]() {
      await endpoint[Symbol.asyncDispose]();
    },
  };
}

const usual = (token: string): Fields => ({
  grant_type: exchangeGrant,
  subject_token: token,
  subject_token_type: accessTokenType,
  resource: 'https://orders.example/api',
  scope: 'orders:read',
});

/** Tokens of every kind. */
async function goodTokens(endpoint: TokenEndpoint, ada: SignedIn) {
  const { records } = endpoint;
  const claims = claimsOf(endpoint, ada);
  const exchanged = { ...claims, client_id: records.secondBackend.id };
  const act = { sub: records.secondBackend.id };
  const signIn = (userId: string) => signInRecords(endpoint, userId, records.shop.id);
  const own = await signInRecords(endpoint, records.ada.id, records.webBackend.id);
  const rsa = endpoint.app.services.tokens.keyRing.current('RS256');
  return {
    opaque: await opaqueToken(endpoint, 'AccessToken', ada),
    withoutSession: await mint(endpoint, JSON.stringify({ ...claims, session_id: undefined })),
    exchangedOnce: await mint(endpoint, { ...exchanged, act }),
    exchangedThrice: await mint(endpoint, { ...exchanged, act: { ...act, act: { ...act, act } } }),
    exchangedInCircles: await mint(endpoint, { ...exchanged, act: { ...act, act: { sub: records.backend.id, act } } }),
    /** Restricted to Acme. */
    confined: await mint(endpoint, { ...exchanged, act, organization_id: records.acme }),
    signedWithRs256: await mint(endpoint, claims, { alg: 'RS256', kid: rsa.id }, rsa.privateKey),
    ofTheBackend: await mint(endpoint, claimsOf(endpoint, own)),
    expired: await mint(endpoint, { ...claims, exp: endpoint.now() - 1 }),
    identity: await mint(endpoint, { ...claims, nonce: 'n' }, { typ: 'JWT' }),
    ofAnApplication: await opaqueToken(endpoint, 'ClientCredentials', { clientId: records.backend.id }),
    ofBob: await mint(endpoint, claimsOf(endpoint, await signIn(records.bob.id))),
    ofSam: await mint(endpoint, claimsOf(endpoint, await signIn(records.sam.id))),
  };
}

/** An application that authenticates with a key (RFC 7523), and a function that creates its assertions. */
async function addKeyedApplication(endpoint: TokenEndpoint) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'mine', alg: 'ES256', use: 'sig' };
  const { prisma } = endpoint.app.services.database;
  const data = { tokenExchangeAllowed: true, jwks: { keys: [jwk] } };
  const application = await addApplication(prisma, 'MACHINE_TO_MACHINE', data);
  const assertion = () =>
    new SignJWT({ jti: ids.secret() })
      .setProtectedHeader({ alg: 'ES256', kid: 'mine' })
      .setIssuer(application.id)
      .setSubject(application.id)
      .setAudience(endpoint.issuer)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
  return { ...application, assertion };
}
