import type { CustomFetch, CustomFetchOptions } from 'openid-client';
import type { AllowedHosts } from '../network/allowed-hosts.ts';
import type { SafeFetch } from '../network/safe-fetch.ts';

/** Milliseconds for a request, and bytes of a response. */
export const timeoutMs = 10_000;
const maxBytes = 256 * 1024;

/** There is no usable response. The message is for administrators. */
export class Unreachable extends Error {}

/** Throws `Unreachable` for an address without TLS, but on this machine where it is allowed. */
export function requireTls(url: URL, { isHttpAllowed }: Pick<AllowedHosts, 'isHttpAllowed'>): void {
  if (url.protocol !== 'https:' && !isHttpAllowed(url))
    throw new Unreachable(`${url.origin}${url.pathname}: The address must begin with https://.`);
}

interface FetchServices extends Pick<AllowedHosts, 'isHttpAllowed'> {
  safeFetch: SafeFetch;
}

/** The HTTP client of the protocol library: only https but on this machine, no redirects, bounded. */
export function createUpstreamFetch({ safeFetch, isHttpAllowed }: FetchServices): CustomFetch {
  return async (url, { method, headers, body }) => {
    const { origin, pathname } = new URL(url);
    requireTls(new URL(url), { isHttpAllowed });
    const refuse = (problem: string): never => {
      throw new Unreachable(`${origin}${pathname}: ${problem}`);
    };
    const request = { url, method: method === 'POST' ? method : 'GET', headers, timeoutMs, maxBytes } as const;
    const outcome = await safeFetch({ ...request, ...(body && { body: textOf(body) }) });
    if (!outcome.ok) return refuse(outcome.message);
    const { status, bytes, isCut } = outcome;
    if (status < 200 || status >= 500) refuse(`The response has the status ${status}.`);
    if (status >= 300 && status < 400) refuse('The response is a redirect, which is not followed.');
    if (isCut) refuse(`The response exceeds ${maxBytes / 1024} KiB.`);
    return new Response(hasBody(status) ? new Uint8Array(bytes) : null, {
      status,
      headers: headersOf(outcome.headers),
    });
  };
}

/** The library sends forms. */
const textOf = (body: NonNullable<CustomFetchOptions['body']>): string => {
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body);
  throw new TypeError('The body of a request to an identity provider is a form.');
};

/** Fetch Standard §2.2.3: null body statuses. */
const hasBody = (status: number): boolean => status !== 204 && status !== 205;

function headersOf(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const entries = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]));
  return new Headers(entries as [string, string][]);
}
