import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { cookieName, cookieOf } from '../../http/cookies.ts';

/**
 * The cookie with the secret of a browser. Over https no other host can set it (RFC 6265bis §4.1.3.2), unlike those of
 * a sign-in, which are bound to its path: an attacker who plants them in another browser would share the sign-in.
 */
export const browserCookieName = 'mandate_browser';
export const isBrowserSecret = (value: string | undefined): value is string => /^[\w-]{43}$/.test(value ?? '');

/** SHA-256 (base64url) of the secret of a browser, as an answered authorization request contains it. */
export const hashOfBrowser = (secret: string): string => hash('sha256', secret, 'base64url');

/** The secret of the browser; undefined if it has none. */
export function browserSecretOf(request: Pick<IncomingMessage, 'headers'>, publicUrl: string): string | undefined {
  const value = cookieOf(request, cookieName(publicUrl, browserCookieName));
  return isBrowserSecret(value) ? value : undefined;
}
