import * as oauth from 'oauth4webapi';
import { settings } from './settings.ts';

/** The access of a token: read, or everything that its user may do. */
export type Access = 'read' | 'write';

/** Another API than the Management API, for which a token is requested. */
export interface Api {
  /** Resource indicator (RFC 8707). */
  resource: string;
  scopes: readonly string[];
}

/** An authorization request that waits for its response, which is checked against it. */
export interface AuthorizationRequest {
  access: Access;
  resource: string;
  redirectUri: string;
  verifier: string;
  state: string;
  nonce: string;
}

export interface Tokens {
  accessToken: string;
  idToken: string;
  /** Claim `sub`. */
  subject: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** When the person signed in, in milliseconds since 1970. */
  signedInAt: number | null;
}

/** The clock of the browser differs from the issuer's, so that a new token has expired or is not valid yet. */
export class WrongClock extends Error {
  readonly seconds: number;

  constructor(seconds: number, cause: unknown) {
    super('The clock of this computer is wrong.', { cause });
    this.seconds = seconds;
  }
}

export const callback = new URL('/console/callback', location.origin).href;
const client: oauth.Client = { client_id: settings.clientId };
const options = { [oauth.allowInsecureRequests]: location.protocol === 'http:' };
const server: oauth.AuthorizationServer = {
  issuer: settings.issuer,
  authorization_endpoint: `${settings.issuer}/auth`,
  token_endpoint: `${settings.issuer}/token`,
  jwks_uri: `${settings.issuer}/jwks`,
  authorization_response_iss_parameter_supported: true,
  id_token_signing_alg_values_supported: ['ES256', 'RS256'],
};

/** An authorization request with PKCE (RFC 7636), and its address. */
export async function createRequest(
  access: Access,
  {
    prompt,
    maxAge,
    loginHint,
    redirectUri = callback,
    api = managementApi(access),
  }: { prompt?: 'none'; maxAge?: number; loginHint?: string; redirectUri?: string; api?: Api | undefined } = {},
): Promise<{ url: URL; request: AuthorizationRequest }> {
  const verifier = oauth.generateRandomCodeVerifier();
  const request = {
    access,
    resource: api.resource,
    redirectUri,
    verifier,
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
  };
  const url = new URL(`${settings.issuer}/auth`);
  url.search = new URLSearchParams({
    client_id: settings.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: ['openid', ...api.scopes].join(' '),
    resource: api.resource,
    state: request.state,
    nonce: request.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(prompt ? { prompt } : {}),
    ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
  }).toString();
  return { url, request };
}

const managementApi = (access: Access): Api => ({
  resource: settings.resource,
  scopes: access === 'write' ? settings.permissions : settings.readPermissions,
});

/** Redeems the code of an authorization response: checks `state`, `iss` (RFC 9207) and `nonce`. */
export async function redeem(response: URL, request: AuthorizationRequest): Promise<Tokens> {
  const { redirectUri, verifier, resource, state, nonce } = request;
  const parameters = oauth.validateAuthResponse(server, client, response, state);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    verifier,
    { ...options, additionalParameters: { resource } },
  );
  const expected = { expectedNonce: nonce, requireIdToken: true };
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, expected).catch(explainClock);
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  return {
    accessToken: tokens.access_token,
    idToken: tokens.id_token ?? '',
    subject: claims?.sub ?? '',
    signedInAt: claims?.auth_time === undefined ? null : claims.auth_time * 1000,
    expiresAt: Date.now() + (tokens.expires_in ?? 0) * 1000,
  };
}

/** An ID token that was just issued has the time of the issuer in `iat`. */
function explainClock(error: unknown): never {
  if (!(error instanceof oauth.OperationProcessingError) || error.code !== oauth.JWT_TIMESTAMP_CHECK) throw error;
  const { now, claims } = error.cause as { now: number; claims: { iat: number } };
  throw new WrongClock(Math.abs(now - claims.iat), error);
}
