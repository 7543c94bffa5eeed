import type { IncomingMessage } from 'node:http';
import { parse } from 'hono/utils/cookie';

/**
 * The full name of a cookie. Over https, no other host can set one that is sent to this whole host ("__Host-"), and no
 * page over http one that is bound to a path ("__Secure-", RFC 6265bis §4.1.3).
 */
export function cookieName(publicUrl: string, name: string, boundTo: 'host' | 'path' = 'host'): string {
  if (!publicUrl.startsWith('https:')) return name;
  return `${boundTo === 'host' ? '__Host-' : '__Secure-'}${name}`;
}

/** The value of the cookie with this full name; undefined if the request has none. */
export const cookieOf = ({ headers }: Pick<IncomingMessage, 'headers'>, fullName: string): string | undefined =>
  parse(headers.cookie ?? '', fullName)[fullName];
