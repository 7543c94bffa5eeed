import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../platform/clock.ts';
import { endOfTurn } from '../../platform/event-loop.ts';
import { beginTokenRequest, endTokenRequest } from '../../platform/priority.ts';
import { type ClientRecord, type Clients, secretMatches } from '../clients.ts';
import { clientCredentials, grantClientCredentials } from '../grants/client-credentials.ts';
import type { TokenResponse } from '../grants/outcome.ts';
import type { GrantServices } from '../grants/services.ts';
import { exchangeToken, tokenExchange } from '../grants/token-exchange.ts';
import { readCredentials } from './client-authentication.ts';
import { parseTokenForm } from './token-form.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface ShortcutServices {
  clients: Pick<Clients, 'remembered' | 'forget'>;
  clock: Clock;
  grants: GrantServices;
  /** Told of every token that was issued here. */
  onGranted?: (grant: string) => void;
}

/**
 * Puts a fast path in front of `POST /oidc/token`, for the grants without a person at the screen. It may only say yes: a
 * request that is unusual in any way, or that would be refused, goes on to `fallback` with its body put back, and is
 * answered there as if the short cut did not exist. So errors, their words, CORS and every rare feature exist once.
 */
export function createTokenShortcut(services: ShortcutServices, fallback: Listener): Listener {
  return (request, response) => {
    const length = usualLength(request);
    if (length === undefined) return fallback(request, response);
    return shortcut(request, response, length);
  };

  async function shortcut(request: IncomingMessage, response: ServerResponse, length: number): Promise<void> {
    beginTokenRequest();
    await endOfTurn();
    const body = read(request, length) ?? (await readUncounted(request, length));
    const answer = await answerTo(body.toString('latin1'), request.headers.authorization, services).catch(stepAside);
    endTokenRequest();
    if (answer) return send(response, answer);
    request.unshift(body);
    return fallback(request, response);
  }
}

/** Whatever failed will fail again in the fallback, which has the words for it. */
const stepAside = (): undefined => undefined;

/** oidc-provider's own limit. */
const longestBody = 56 * 1024;

/** The one media type, in the spellings that clients use. */
const forms: ReadonlySet<string> = new Set(
  ['', ';charset=UTF-8', '; charset=UTF-8', ';charset=utf-8', '; charset=utf-8'].map(
    (charset) => `application/x-www-form-urlencoded${charset}`,
  ),
);

/**
 * The length of the body, if nothing about the request is unusual. Headers that mean something at a token endpoint and are
 * not known here send it on: CORS, DPoP (RFC 9449), client attestation, encodings.
 */
function usualLength({ method, url, headers }: IncomingMessage): number | undefined {
  if (method !== 'POST' || url !== '/oidc/token' || !forms.has(headers['content-type'] ?? '')) return undefined;
  if (headers.origin !== undefined || headers['dpop'] !== undefined) return undefined;
  if (headers['content-encoding'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined;
  const hasAttestation = headers['oauth-client-attestation'] ?? headers['oauth-client-attestation-pop'];
  if (hasAttestation !== undefined) return undefined;
  const length = Number(headers['content-length']);
  return length > 0 && length <= longestBody ? length : undefined;
}

/**
 * The whole body, in one piece, if all of it is there. Exactly `length` bytes: a read that asks for more would end the stream, and an
 * ended stream takes nothing back.
 */
function read(request: IncomingMessage, length: number): Buffer | undefined {
  const body = request.read(length) as Buffer | null;
  return body?.length === length ? body : undefined;
}

/** A slow client must not hold up everything else. */
async function readUncounted(request: IncomingMessage, length: number): Promise<Buffer> {
  endTokenRequest();
  const body = await readLate(request, length);
  beginTokenRequest();
  return body;
}

/** A body that did not come with its head. Never settles when the client goes away first: there is nobody to answer. */
function readLate(request: IncomingMessage, length: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const onReadable = () => {
      const body = read(request, length);
      if (!body) return;
      request.off('readable', onReadable);
      resolve(body);
    };
    request.on('readable', onReadable);
  });
}

async function answerTo(
  body: string,
  authorization: string | undefined,
  { clients, clock, grants, onGranted }: ShortcutServices,
): Promise<TokenResponse | undefined> {
  const form = parseTokenForm(body);
  const grantType = form?.grant_type;
  if (grantType !== tokenExchange && grantType !== clientCredentials) return undefined;
  const credentials = readCredentials(authorization, form ?? {});
  const client = credentials && (await clients.remembered(credentials.id));
  if (!client || !authenticates(client, credentials.secret, clock.now())) return undefined;
  // The very functions that oidc-provider calls.
  const grant = grantType === tokenExchange ? exchangeToken : grantClientCredentials;
  const outcome = await grant(grants, form ?? {}, client);
  if (!outcome.ok) return undefined;
  if (outcome.clientVersion !== client.version) {
    // The record that let the client in is old: a secret may have been revoked since.
    clients.forget(client.id);
    return undefined;
  }
  onGranted?.(grantType);
  return outcome.body;
}

/** RFC 6749 §2.3.1; a client with keys proves itself with them (RFC 7523), a public one not at all. */
function authenticates(client: ClientRecord, secret: string, now: Date): boolean {
  return client.jwks === null && !client.isSuspended && secretMatches(client, secret, now);
}

/** RFC 6749 §5.1. All of it is ASCII, so that Node writes headers and body as one string: two writes wake the other side twice. */
function send(response: ServerResponse, answer: TokenResponse): void {
  const body = JSON.stringify(answer);
  response
    .writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      'cache-control': 'no-store',
      pragma: 'no-cache',
      vary: 'Origin',
      'x-content-type-options': 'nosniff',
    })
    .end(body, 'latin1');
}
