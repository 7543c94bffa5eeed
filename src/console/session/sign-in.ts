import { type AuthorizationRequest, createRequest, redeem } from './authorization.ts';
import { dropTokens, idToken, keep } from './session.ts';
import { settings } from './settings.ts';
import { sendToTabs } from './tabs.ts';

/** The state that waits in this tab while the person is on the issuer's pages: no token. */
interface Waiting {
  request: AuthorizationRequest;
  /** Path and query to continue at. */
  returnTo: string;
}

const keyOf = (state: string): string => `sign-in ${state}`;

/** Leaves for the issuer's pages. */
export async function signIn(): Promise<never> {
  const { url, request } = await createRequest('read');
  const waiting: Waiting = { request, returnTo: location.pathname + location.search };
  sessionStorage.setItem(keyOf(request.state), JSON.stringify(waiting));
  location.replace(url);
  return new Promise(() => undefined);
}

/** Completes a sign-in at the callback. Returns the path to continue at; throws if the answer is not to be trusted. */
export async function completeSignIn(address: URL): Promise<string> {
  const key = keyOf(address.searchParams.get('state') ?? '');
  const waiting = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Waiting | null;
  for (const name of Object.keys(sessionStorage)) if (name.startsWith('sign-in ')) sessionStorage.removeItem(name);
  if (!waiting) throw new Error('This tab did not begin this sign-in.');
  keep(waiting.request.access, await redeem(address, waiting.request));
  return isOurs(waiting.returnTo) ? waiting.returnTo : '/console/';
}

/** Only addresses of the console. */
function isOurs(path: string): boolean {
  const { origin, pathname } = new URL(path, location.origin);
  return origin === location.origin && (pathname === '/console' || pathname.startsWith('/console/'));
}

/**
 * Signs in in a window of its own, so that what was typed into this page stays. With `maxAge`, also if the session has
 * not ended; with `loginHint`, it asks for the password only. False if the browser blocks the window.
 */
export async function signInBeside(limits: { maxAge?: number; loginHint?: string } = {}): Promise<boolean> {
  const window_ = window.open('about:blank', '_blank', 'popup,width=480,height=720');
  const redirectUri = new URL('/console/signed-in', location.origin).href;
  const { url } = await createRequest('read', { redirectUri, ...limits });
  window_?.location.replace(url);
  return window_ !== null;
}

/** The page at which such a window ends. */
export function finishWindow(): void {
  sendToTabs('signed-in');
  window.close();
}

/**
 * The end of a trial sign-in, which leads to its result. A window that the console has opened closes: the page that
 * waits there shows it.
 */
export function finishTrial({ searchParams }: URL): string {
  window.close();
  const [application, trial] = [searchParams.get('application') ?? '', searchParams.get('trial') ?? ''];
  return `/console/applications/${encodeURIComponent(application)}/connect?${new URLSearchParams({ trial })}`;
}

/** Ends the issuer's session and all tabs (OpenID Connect RP-Initiated Logout 1.0). */
export function signOut(): void {
  const url = new URL(`${settings.issuer}/session/end`);
  const hint = idToken();
  url.search = new URLSearchParams({
    client_id: settings.clientId,
    post_logout_redirect_uri: new URL('/console/', location.origin).href,
    ...(hint ? { id_token_hint: hint } : {}),
  }).toString();
  dropTokens();
  sendToTabs('signed-out');
  location.assign(url);
}
