/** The pages that the issuer shows to people. They are written in src/experience; the issuer knows no HTML. */
export interface IssuerPages {
  /** The request cannot be processed. Nothing of what came with it is shown. */
  problem(problem: { error: string; description: string | undefined; reference: string | undefined }): string;
  /** "Do you want to sign out?": a form to `action` with the hidden field `xsrf`; the button `logout=yes` says yes. */
  signOut(form: { action: string; xsrf: string; applicationName: string | undefined }): string;
  signedOut(): string;
  /** Takes the browser on to `url` at once, by a navigation of its own. */
  moveOn(url: string): string;
}

/**
 * Content-Security-Policy of every page. "form-action 'self'" holds for the redirects after a form as well (Chromium enforces it
 * on each hop), and our forms end at an application on another origin, which may redirect further, to origins that we
 * do not know. So no form of ours is answered by a redirect that leaves us: `moveOn` starts a new navigation.
 */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

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
