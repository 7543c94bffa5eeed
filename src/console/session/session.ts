// Tokens are in the memory of this module and nowhere else: not in a cookie, not in storage, not in an address. The
// issuer's own cookie, which scripts cannot read, is what outlives the page.
import { type Access, type Api, callback, createRequest, redeem, type Tokens } from './authorization.ts';
import { onTabMessage } from './tabs.ts';

/** Milliseconds before its end at which a token is replaced. */
const renewal = 60_000;

const held = new Map<Access, Tokens>();
const pending = new Map<Access, Promise<Tokens | null>>();
const listeners = new Set<() => void>();
let subject: string | null = null;
let signedInAt: number | null = null;
let hasEnded = false;
/** Aborted when tokens are dropped: one that was requested before may not have what changed. */
let dropped = new AbortController();

/** An access token; null if the person must sign in again. */
export const accessToken = async (access: Access = 'read'): Promise<string | null> =>
  (await tokensFor(access))?.accessToken ?? null;

/**
 * Obtains a token that may write from a sign-in that is at most this many seconds old. False if there is none: the
 * person must sign in again, but the session goes on.
 */
export async function obtainRecent(maxAge: number): Promise<boolean> {
  const tokens = await requestSilently('write', { maxAge });
  if (tokens) keep('write', tokens);
  return tokens !== null;
}

/**
 * The person's own token for another API, by the issuer's session, to try out an application. It is not kept. Null if
 * the issuer requires a sign-in.
 */
export const obtainFor = async (api: Api): Promise<string | null> =>
  (await requestSilently('read', { api }))?.accessToken ?? null;

/** Drops a token that was refused. */
export function dropToken(token: string): void {
  for (const [access, { accessToken: one }] of held) if (one === token) held.delete(access);
}

/** Drops all tokens, also those that are being requested. */
export function dropTokens(): void {
  dropped.abort();
  dropped = new AbortController();
  held.clear();
  pending.clear();
}

/** Keeps the tokens of a completed sign-in. Another person than before gets a page of their own. */
export function keep(access: Access, tokens: Tokens): void {
  if (subject !== null && subject !== tokens.subject) location.reload();
  subject = tokens.subject;
  held.set(access, tokens);
  const wasSignedInAt = signedInAt;
  // A token that was requested before another sign-in can arrive after it.
  signedInAt = tokens.signedInAt === null ? null : Math.max(tokens.signedInAt, signedInAt ?? 0);
  if (hasEnded || signedInAt !== wasSignedInAt) notify(false);
}

/** ID token for the request to sign out (OpenID Connect RP-Initiated Logout §2). */
export const idToken = (): string | null => held.values().next().value?.idToken ?? null;

/** Whether the issuer's session has ended while the page was open, and when the person signed in for it. */
export const session = {
  hasEnded: (): boolean => hasEnded,
  /** Milliseconds since 1970; null if it is not known. */
  signedInAt: (): number | null => signedInAt,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

async function tokensFor(access: Access): Promise<Tokens | null> {
  const tokens = held.get(access);
  if (tokens && tokens.expiresAt - Date.now() > renewal) return tokens;
  return pending.get(access) ?? renew(access);
}

/** Requests a token, which all callers share meanwhile. */
function renew(access: Access): Promise<Tokens | null> {
  const request = requestLatest(access).finally(() => {
    if (pending.get(access) === request) pending.delete(access);
  });
  pending.set(access, request);
  return request;
}

/** A token that was requested after the last one was dropped. */
async function requestLatest(access: Access): Promise<Tokens | null> {
  const { signal } = dropped;
  const tokens = await requestSilently(access, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  if (signal.aborted) return tokensFor(access);
  if (tokens) keep(access, tokens);
  else {
    held.clear();
    setEnded(subject !== null);
  }
  return tokens;
}

/**
 * A token by the issuer's session, without leaving the page: the authorization request has the same origin, so the
 * address at which its redirects end can be read. Null if the issuer requires a sign-in.
 */
async function requestSilently(
  access: Access,
  { signal, ...limits }: { signal?: AbortSignal; maxAge?: number; api?: Api },
): Promise<Tokens | null> {
  const { url, request } = await createRequest(access, { prompt: 'none', ...limits });
  const answer = await fetch(url, { cache: 'no-store', signal: signal ?? null });
  // A platform that cannot answer now has not ended the session: the request fails, and is sent again later.
  if (answer.status === 429 || answer.status >= 500) throw new Error(`The issuer answers ${answer.status}.`);
  const response = new URL(answer.url);
  const isCode = response.origin + response.pathname === callback && response.searchParams.has('code');
  if (!isCode) return null;
  return redeem(response, request);
}

function setEnded(value: boolean): void {
  if (hasEnded !== value) notify(value);
}

function notify(value: boolean): void {
  hasEnded = value;
  for (const listener of listeners) listener();
}

onTabMessage((message) => {
  dropTokens();
  if (message === 'signed-out') setEnded(true);
  // The session of a sign-in in another tab.
  else if (hasEnded) void accessToken();
});
