import { settings } from '../session/settings.ts';

export { obtainFor } from '../session/session.ts';

/** A client id and a secret, with which an application authenticates (RFC 6749 §2.3.1). */
interface Credentials {
  clientId: string;
  secret: string;
}

/** A response of the token endpoint (RFC 6749 §5). */
export interface TokenResponse {
  access_token?: string;
  issued_token_type?: string;
  token_type?: string;
  expires_in?: number;
  scope?: string;
  error?: string;
  error_description?: string;
}

/** Sends a token request as the application. */
export async function requestToken(
  { clientId, secret }: Credentials,
  fields: Readonly<Record<string, string>>,
): Promise<TokenResponse> {
  const response = await fetch(`${settings.issuer}/token`, {
    method: 'POST',
    // No dialog of the browser for a secret that is refused.
    credentials: 'omit',
    headers: { authorization: `Basic ${btoa(`${clientId}:${encodeURIComponent(secret)}`)}` },
    body: new URLSearchParams(fields),
  });
  return (await response.json()) as TokenResponse;
}

export type Claims = Readonly<Record<string, unknown>>;

interface DecodedToken {
  header: Claims;
  claims: Claims;
}

/** The header and the claims of a JWT, which nothing here has verified; null if it is none. */
export function decodeToken(token: string): DecodedToken | null {
  try {
    const [header = '', claims = ''] = token.split('.');
    return { header: parsed(header), claims: parsed(claims) };
  } catch {
    return null;
  }
}

const parsed = (part: string): Claims => JSON.parse(new TextDecoder().decode(bytesOf(part))) as Claims;

const bytesOf = (part: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

const algorithms: Readonly<Record<string, { name: string; namedCurve?: string; hash: string }>> = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
};

/** Whether a key that the issuer publishes has signed the token, as an API checks it (RFC 7515 §5.2). */
export async function isSignedByIssuer(token: string): Promise<boolean> {
  const { alg, kid: keyId } = decodeToken(token)?.header ?? {};
  const algorithm = algorithms[String(alg)];
  const answer = await fetch(`${settings.issuer}/jwks`);
  const { keys } = (await answer.json()) as { keys: (JsonWebKey & { kid?: string })[] };
  const jwk = keys.find(({ kid }) => kid === keyId);
  if (!algorithm || !jwk) return false;
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify']);
  const end = token.lastIndexOf('.');
  const signed = new TextEncoder().encode(token.slice(0, end));
  return crypto.subtle.verify(algorithm, key, bytesOf(token.slice(end + 1)), signed);
}
