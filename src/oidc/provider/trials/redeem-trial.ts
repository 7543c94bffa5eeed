import type { IncomingMessage, ServerResponse } from 'node:http';
import { wordsOf } from '../../../domain/text.ts';
import { putBackBody } from '../../../http/body.ts';
import { decodePart, readObject } from '../../tokens/unverified-token.ts';
import type { KoaContextWithOIDC } from '../library.ts';
import { pinToPublicUrl, setTarget } from '../requests/request-target.ts';
import { inRequestScope, type PlatformRequest, presentPlatformRequest } from '../storage/request-scope.ts';

/** The code of a trial sign-in, and what its application would send with it. */
interface Redemption {
  applicationId: string;
  code: string;
  /** PKCE (RFC 7636). */
  verifier: string;
  redirectUri: string;
  /** The grant of the trial, which has the code. */
  grantId: string;
  /** Resource indicator of the API that the token is for; null for a token for userinfo. */
  resource: string | null;
}

type Claims = Record<string, unknown>;

/** The tokens and claims that an application would receive. */
interface Redeemed {
  scopes: string[];
  idToken: Claims;
  /** Null if it is opaque. */
  accessToken: Claims | null;
  userinfo: Claims | null;
  hasRefreshToken: boolean;
}

/** An error of the issuer (RFC 6749 §5.2). */
interface Refused {
  error: string;
  description: string | null;
}

/** Redeems the code in the request with which the browser has come back. */
export type RedeemTrial = (exchange: HttpExchange, redemption: Redemption) => Promise<Redeemed | Refused>;

interface HttpExchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export const createRedeemTrial =
  (current: () => Handle, { publicUrl }: { publicUrl: string }): RedeemTrial =>
  async (exchange, { applicationId: clientId, code, verifier, redirectUri, grantId, resource }) => {
    pinToPublicUrl(exchange.incoming, publicUrl);
    const call = (request: Call) => send(current(), exchange, { clientId, redirectUri, grantId }, request);
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
      ...(resource !== null && { resource }),
    });
    const answer = await call({ path: '/token', form: form.toString() });
    const { error, error_description: description, access_token: token, refresh_token: refresh, scope } = answer;
    if (typeof error === 'string' || typeof token !== 'string')
      return { error: String(error), description: typeof description === 'string' ? description : null };
    const userinfo = resource === null ? await call({ path: '/me', authorization: `Bearer ${token}` }) : null;
    if (typeof userinfo?.['error'] === 'string')
      return { error: userinfo['error'], description: 'at the userinfo endpoint' };
    return {
      scopes: typeof scope === 'string' ? wordsOf(scope) : [],
      idToken: claimsIn(answer['id_token']) ?? {},
      accessToken: resource === null ? null : claimsIn(token),
      userinfo,
      hasRefreshToken: refresh !== undefined,
    };
  };

/** The claims of a JWT that was just issued. */
const claimsIn = (token: unknown): Claims | null => readObject(decodePart(String(token).split('.')[1] ?? '')) ?? null;

interface Call {
  path: string;
  /** The body of a POST. */
  form?: string;
  authorization?: string;
}

/**
 * Sends a request of the platform itself through the library, in the place of the request of a browser, which has no
 * body. Returns the response instead of sending it.
 */
async function send(
  handle: Handle,
  { incoming, outgoing }: HttpExchange,
  platformRequest: PlatformRequest,
  { path, form, authorization }: Call,
): Promise<Claims> {
  const { method = 'GET', url = '' } = incoming;
  const namesBefore = new Set(outgoing.getHeaderNames());
  for (const name of headers) delete incoming.headers[name];
  if (authorization !== undefined) incoming.headers.authorization = authorization;
  if (form !== undefined) {
    incoming.headers['content-type'] = 'application/x-www-form-urlencoded';
    incoming.headers['content-length'] = String(form.length);
    putBackBody(incoming, Buffer.from(form));
  }
  incoming.method = form === undefined ? 'GET' : 'POST';
  setTarget(incoming, path, '');
  await inRequestScope(incoming, () => handle(incoming, outgoing), platformRequest);
  Object.assign(incoming, { method, url });
  for (const name of headers) delete incoming.headers[name];
  for (const name of outgoing.getHeaderNames()) if (!namesBefore.has(name)) outgoing.removeHeader(name);
  return (platformRequest.response?.body ?? {}) as Claims;
}

/** Of the request that is sent; that of the browser has none of them. */
const headers = ['authorization', 'content-type', 'content-length', 'origin'] as const;

/** Runs around the library: keeps the response to a request of the platform itself, for `send`. */
export async function keepResponse(context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
  await next();
  const platformRequest = presentPlatformRequest();
  if (!platformRequest) return;
  platformRequest.response = { body: context.body };
  context.respond = false;
}
