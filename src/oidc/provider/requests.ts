import type { IncomingMessage } from 'node:http';

/** Where the issuer is mounted. */
export const mount = '/oidc';
// RFC 8414 §3.1: the well-known address of an issuer with a path is formed by insertion.
const insertedDiscovery = `/.well-known/oauth-authorization-server${mount}`;

/** Bytes of a form at most; less where it is stored without, or with little, authentication. */
const bodyLimit = 65_536;
const storedLimit = 8192;
const storedAt: readonly string[] = ['/auth', '/request', '/session/end', '/session/end/confirm'];
const parameterLimit = 100;
/** Bytes of `state` and of `nonce` at most. */
const opaqueLimit = 2048;

/** A request that is refused before the protocol library sees it. */
export interface Refusal {
  status: number;
  description: string;
}

/** Path below the mount and query string; undefined when the request is not for the issuer. */
export function targetOf(url: string): { path: string; query: string } | undefined {
  const [whole, query] = splitOnce(url, '?');
  if (whole === insertedDiscovery) return { path: '/.well-known/openid-configuration', query };
  if (!whole.startsWith(`${mount}/`)) return undefined;
  return { path: whole.slice(mount.length), query };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/**
 * Makes a request look as if it had been sent to our public address: the library builds every address and the Secure flag
 * of cookies from these headers, so what a client or a proxy says must not reach it.
 */
export function pinToPublicUrl(request: IncomingMessage, publicUrl: string): void {
  const { host, protocol } = new URL(publicUrl);
  const { headers } = request;
  for (const name of Object.keys(headers)) if (name.startsWith('x-forwarded-')) delete headers[name];
  delete headers[':authority'];
  Object.assign(headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
}

/** Bytes that the form or the query of a request to this path may have. */
export const limitOf = (path: string): number => (storedAt.includes(path) ? storedLimit : bodyLimit);

export const tooLong = (limit: number): Refusal => ({
  status: 413,
  description: `the parameters are longer than ${limit} bytes`,
});

/**
 * A client may have an empty secret (RFC 6749 §2.3.1), but the library calls such a Basic header malformed. In its place goes one that is no
 * application's, because it is too short: the answer is that to any wrong secret.
 */
export function fillEmptySecret({ headers }: IncomingMessage): void {
  const encoded = /^basic ([a-z0-9+/]+={0,2})$/i.exec(headers.authorization ?? '')?.[1];
  const credentials = Buffer.from(encoded ?? '', 'base64').toString('latin1');
  if (!/^[^:]+:$/.test(credentials)) return;
  headers.authorization = `Basic ${Buffer.from(`${credentials}none`, 'latin1').toString('base64')}`;
}

/** Says what is wrong with a form or query that is too long, has too many parameters, or holds U+0000 (PostgreSQL has none). */
export function refusalOf(parameters: string, path: string): Refusal | undefined {
  if (parameters.length > limitOf(path)) return tooLong(limitOf(path));
  if (parameters.split('&').length > parameterLimit) {
    return { status: 400, description: `more than ${parameterLimit} parameters` };
  }
  if (/%00|\0/.test(parameters)) return { status: 400, description: 'a parameter contains U+0000' };
  // The library stores it in a session. For authorization requests it checks the parameter itself (configuration.ts).
  const isLong = path === '/session/end' && isTooLong(new URLSearchParams(parameters).get('state'));
  return isLong ? { status: 400, description: tooLongParameter('state') } : undefined;
}

export const isTooLong = (value: unknown): boolean =>
  typeof value === 'string' && Buffer.byteLength(value) > opaqueLimit;
export const tooLongParameter = (name: string): string => `${name} is longer than ${opaqueLimit} bytes`;

/** Whether the request brings a form (RFC 6749 appendix B). Any other body is the library's to refuse. */
export function hasForm({ headers }: IncomingMessage): boolean {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '');
  const length = headers['content-length'];
  return isForm && (headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) !== 0));
}

/**
 * Reads the body and puts it back, so that the library reads it itself. Undefined: it is too long. Rejects when the client
 * goes away before it is complete.
 */
export function peekBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      request.off('readable', take).off('close', gone);
      settle();
    };
    const gone = () => finish(() => reject(new ClientGone()));
    const take = () => {
      for (let chunk = read(request); chunk && size <= limit; chunk = read(request)) {
        chunks.push(chunk);
        size += chunk.length;
      }
      if (size > limit) finish(() => resolve(undefined));
      else if (request.complete) finish(() => resolve(putBack(request, Buffer.concat(chunks))));
    };
    request.on('readable', take).on('close', gone);
  });
}

export class ClientGone extends Error {}

const read = (request: IncomingMessage): Buffer | null => request.read() as Buffer | null;

// In the same turn in which the last chunk was read: a moment later the stream has ended and takes nothing back.
function putBack(request: IncomingMessage, body: Buffer): Buffer {
  if (body.length > 0) request.unshift(body);
  else for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete request.headers[name];
  return body;
}

/** Endpoints whose form means the same as the GET with it as its query (OpenID Connect Core 1.0, §3.1.2.1). */
const getOrPost = ['/auth', '/session/end'];

/** The endpoint, if this is a form for one of them. */
export function postedQuery(request: IncomingMessage, path: string): string | undefined {
  if (request.method !== 'POST') return undefined;
  return getOrPost.find((endpoint) => endpoint === path);
}
