import { createHash, randomUUID } from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';
import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import type { OidcConnection } from '../../../src/platform/identity-providers/identity-provider.ts';
import { type Answer, sendJson, startServer, type UpstreamServer } from './server.ts';

/**
 * An identity provider in the manner of Apple: JWTs as client secrets, a form as response, texts instead of booleans,
 * no userinfo, and the name with the first sign-in only, in the form.
 */
export interface Apple extends UpstreamServer {
  settings: OidcConnection['settings'];
  /** Signs client secrets (PKCS #8). */
  privateKey: string;
  /** Client secrets so far. */
  clientSecrets: string[];
  /** The field `user` of the form, as JSON; null after the first sign-in. */
  user: string | null;
}

const apple = { teamId: 'TEAM000001', keyId: 'KEY0000001' };
const clientId = 'com.example.mandate';

interface PendingCode {
  nonce: string;
  challenge: string;
}

export async function startApple(): Promise<Apple> {
  const signing = await generateKeyPair('RS256');
  const ofClient = await generateKeyPair('ES256', { extractable: true });
  const publicJwk = { ...(await exportJWK(signing.publicKey)), kid: 'apple', alg: 'RS256', use: 'sig' };
  const upstream = {
    privateKey: await exportPKCS8(ofClient.privateKey),
    clientSecrets: [] as string[],
    user: JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' }, email: 'eve@example.com' }) as
      | string
      | null,
  };
  const codes = new Map<string, PendingCode>();

  const authorize: Answer = (request, response) => {
    const parameters = new URL(request.url ?? '', 'http://apple').searchParams;
    const get = (name: string): string => parameters.get(name) ?? '';
    if (get('response_mode') !== 'form_post') throw new Error('invalid response_mode');
    const code = randomUUID();
    codes.set(code, { nonce: get('nonce'), challenge: get('code_challenge') });
    const fields = { state: get('state'), code, ...(upstream.user !== null && { user: upstream.user }) };
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}"/>`,
    );
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<form method="post" action="${escape(get('redirect_uri'))}">${inputs.join('')}</form>`);
    upstream.user = null;
  };
  const redeem = async (form: URLSearchParams, issuer: string) => {
    const secret = form.get('client_secret') ?? '';
    upstream.clientSecrets.push(secret);
    const { payload } = await jwtVerify(secret, ofClient.publicKey, {
      algorithms: ['ES256'],
      issuer: apple.teamId,
      subject: clientId,
      audience: issuer,
    });
    const pending = codes.get(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (pending?.challenge !== verifier || Number(payload.exp) - Number(payload.iat) > 300) return undefined;
    codes.delete(form.get('code') ?? '');
    const claims = {
      nonce: pending.nonce,
      email: 'ada@privaterelay.example',
      email_verified: 'true',
      is_private_email: 'true',
    };
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'apple' }).setIssuer(issuer);
    return token
      .setSubject('000123.abc')
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(signing.privateKey);
  };
  const server = await startServer((issuer) => async (request, response) => {
    const { pathname } = new URL(request.url ?? '', issuer);
    if (pathname === '/auth/authorize') return authorize(request, response);
    if (pathname === '/auth/keys') return sendJson(response, { keys: [publicJwk] });
    if (pathname === '/.well-known/openid-configuration') return sendJson(response, metadataOf(issuer));
    if (pathname !== '/auth/token') return sendJson(response, {}, 404);
    const idToken = await redeem(new URLSearchParams(await textOf(request)), issuer).catch(() => undefined);
    if (idToken === undefined) return sendJson(response, { error: 'invalid_client' }, 400);
    sendJson(response, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 3600, id_token: idToken });
  });
  const settings = {
    issuer: server.origin,
    clientId,
    scopes: ['openid', 'name', 'email'],
    authentication: 'apple_client_secret' as const,
    apple,
  };
  return Object.assign(upstream, server, { settings });
}

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth/authorize`,
  token_endpoint: `${issuer}/auth/token`,
  jwks_uri: `${issuer}/auth/keys`,
  response_types_supported: ['code'],
  id_token_signing_alg_values_supported: ['RS256'],
});

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
