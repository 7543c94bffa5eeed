// Tokens are in the memory of this module and nowhere else: not in a cookie, not in storage, not in an address. The
// issuer's own cookie, which scripts cannot read, is what outlives the page.
import { type Access, callback, createAttempt, redeem, type Tokens } from './authorization.ts';
import { onTabMessage } from './tabs.ts';

/** Milliseconds before its end at which a token is replaced. */
const renewal = 60_000;

const held = new Map<Access, Tokens>();
const pending = new Map<Access, Promise<Tokens | null>>();
const listeners = new Set<() => void>();
let subject: string | null = null;
let hasEnded = false;

/** An access token; null if the person must sign in again. */
export async function accessToken(access: Access = 'read'): Promise<string | null> {
  const tokens = held.get(access);
  if (tokens && tokens.expiresAt - Date.now() > renewal) return tokens.accessToken;
  const request = pending.get(access) ?? renew(access).finally(() => pending.delete(access));
  pending.set(access, request);
  return (await request)?.accessToken ?? null;
}

/**
 * Obtains a token that may write from a sign-in that is at most this many seconds old. False if there is none: the
 * person must sign in again, but the session goes on.
 */
export async function obtainRecent(maxAge: number): Promise<boolean> {
  const tokens = await requestSilently('write', maxAge);
  return tokens !== null;
}

/** Forgets a token that was refused. */
export const dropTokens = (): void => held.clear();

/** Keeps the tokens of a completed sign-in. Another person than before gets a page of their own. */
export function keep(access: Access, tokens: Tokens): void {
  if (subject !== null && subject !== tokens.subject) location.reload();
  subject = tokens.subject;
  held.set(access, tokens);
  setEnded(false);
}

/** ID token for the request to sign out (OpenID Connect RP-Initiated Logout §2). */
export const idToken = (): string | null => held.values().next().value?.idToken ?? null;

/** Whether the issuer's session has ended while the page was open. */
export const session = {
  hasEnded: (): boolean => hasEnded,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

async function renew(access: Access): Promise<Tokens | null> {
  const tokens = await requestSilently(access);
  if (tokens) return tokens;
  dropTokens();
  setEnded(subject !== null);
  return null;
}

/**
 * A token by the issuer's session, without leaving the page: the authorization request has the same origin, so the
 * address at which its redirects end can be read. Null if the issuer requires a sign-in.
 */
async function requestSilently(access: Access, maxAge?: number): Promise<Tokens | null> {
  const { url, attempt } = await createAttempt(access, { prompt: 'none', ...(maxAge === undefined ? {} : { maxAge }) });
  const answer = await fetch(url, { cache: 'no-store' });
  // A platform that cannot answer now has not ended the session: the request fails, and is sent again later.
  if (answer.status === 429 || answer.status >= 500) throw new Error(`The issuer answers ${answer.status}.`);
  const response = new URL(answer.url);
  const isCode = response.origin + response.pathname === callback && response.searchParams.has('code');
  if (!isCode) return null;
  const tokens = await redeem(response, attempt);
  keep(access, tokens);
  return tokens;
}

function setEnded(value: boolean): void {
  if (hasEnded === value) return;
  hasEnded = value;
  for (const listener of listeners) listener();
}

/** Uses the session of a sign-in in another tab. A request that began before it may still find none. */
async function goOn(): Promise<void> {
  await Promise.allSettled(pending.values());
  await accessToken();
}

onTabMessage((message) => {
  dropTokens();
  if (message === 'signed-out') setEnded(true);
  else if (hasEnded) void goOn();
});
