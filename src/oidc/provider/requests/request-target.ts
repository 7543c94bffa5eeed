import type { IncomingMessage } from 'node:http';
import { endpointOf } from './endpoints.ts';

/** Path of the issuer. */
export const mount = '/oidc';
// RFC 8414 §3.1: the well-known address of an issuer with a path is formed by insertion.
const insertedDiscovery = `/.well-known/oauth-authorization-server${mount}`;

/** Path below the mount, and query string; undefined when the request is not for the issuer. */
export function targetOf(url: string): { path: string; query: string } | undefined {
  const [whole, query] = splitOnce(url, '?');
  if (whole === insertedDiscovery) return { path: '/.well-known/openid-configuration', query };
  if (!whole.startsWith(`${mount}/`)) return undefined;
  return { path: whole.slice(mount.length), query };
}

/** Whether a request leads to a page. */
export function leadsToPage({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  const target = targetOf(url);
  return target !== undefined && (endpointOf(target.path)?.isPage ?? false);
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/**
 * Makes a request look as if it was sent to our public address. `oidc-provider` builds addresses and the Secure flag of
 * cookies from these headers, so the values of clients and proxies must not reach it.
 */
export function pinToPublicUrl(request: IncomingMessage, publicUrl: string): void {
  const { host, protocol } = new URL(publicUrl);
  const { headers } = request;
  for (const name of Object.keys(headers)) if (name.startsWith('x-forwarded-')) delete headers[name];
  delete headers[':authority'];
  Object.assign(headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
}

/** `oidc-provider` derives its mount point from the difference between `url` and `originalUrl`. */
export function setTarget(request: IncomingMessage & { originalUrl?: string }, path: string, query: string): void {
  request.url = query ? `${path}?${query}` : path;
  request.originalUrl = mount + request.url;
}

/** Endpoints where a form means the same as a GET with it as the query (OpenID Connect Core 1.0, §3.1.2.1). */
const getOrPost = ['/auth', '/session/end'];

/** The endpoint, if this is a form for one of them. */
export function postedQuery(request: IncomingMessage, path: string): string | undefined {
  if (request.method !== 'POST') return undefined;
  return getOrPost.find((endpoint) => endpoint === path);
}
