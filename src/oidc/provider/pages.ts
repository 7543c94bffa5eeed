import type { IncomingMessage } from 'node:http';

/** The pages of the issuer in the language of a request. src/experience implements them. */
export type PagesOf = (request: IncomingMessage) => IssuerPages;

/** Pages of the issuer. */
export interface IssuerPages {
  /** The request cannot be processed. The page shows nothing that the client sent. */
  problem(problem: { error: string; description: string | undefined; reference: string | undefined }): Promise<string>;
  /** Asks for confirmation: a form to `action` with the hidden field `xsrf`; the button `logout=yes` confirms. */
  signOut(form: {
    action: string;
    xsrf: string;
    application: { id: string; name: string } | undefined;
  }): Promise<string>;
  signedOut(): Promise<string>;
  /** Navigates the browser to `url` immediately. */
  moveOn(url: string): string;
}

/**
 * Content-Security-Policy of every page. The only script is our own, for passkeys and conveniences that no page needs.
 * Chromium enforces "form-action 'self'" on each redirect after a form, but our forms end at an application on another
 * origin, which may redirect further. So no form is answered by a redirect to another origin: `moveOn` starts a new
 * navigation.
 */
const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; script-src 'self'; connect-src 'self'";

/** Headers of every page. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': pagePolicy,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Not "no-referrer": with it browsers send "Origin: null" with a form, and the origin is checked.
  'referrer-policy': 'same-origin',
  // An application may open the pages in a window of its own and must find its way back to it.
  'cross-origin-opener-policy': 'unsafe-none',
};
