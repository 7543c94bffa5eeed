import type { Cast } from './cast.ts';
import type { RequestResult } from './flows.ts';
import {
  ask,
  authorizationUrl,
  type Browser,
  exchange,
  type Party,
  type Platform,
  redeem,
  refresh,
  send,
  type Tokens,
} from './platform.ts';

interface Court {
  platform: Platform;
  cast: Cast;
  /** Whether the change signs people out: ending an application does not. */
  endsSessions: boolean;
  /** Browsers whose session was already tried: several flows share one. */
  judged: Set<Browser>;
}

/** The results of a flow that still work, with everything that can be obtained with them. */
export async function survivors(court: Court, held: RequestResult): Promise<string[]> {
  const { party, browser, requestUri } = held;
  const code = held.code ?? (await codeOf(court, held));
  const redeemed = code === undefined ? undefined : await redeem(court.platform, party, code);
  const alive = [
    redeemed && 'a code',
    ...(await tokensAlive(court, held, redeemed)),
    ...(await tokensAlive(court, held, held.tokens)),
    requestUri !== undefined && (await isAccepted(court.platform, held, requestUri)) && 'a pushed request',
    court.endsSessions && browser && (await isSignedIn(court, browser, held)) && 'a session',
  ];
  return alive.filter((name) => typeof name === 'string');
}

/** Continues from the place of the browser without a password. Returns the code, if there is one. */
async function codeOf({ platform }: Court, { browser, step }: RequestResult): Promise<string | undefined> {
  if (!browser || !step) return undefined;
  if ('left' in step) return step.left.searchParams.get('code') ?? undefined;
  if (
    !step.response.ok ||
    !step.url.includes('/sign-in/') ||
    (await step.response.text()).includes('name="password"')
  ) {
    return undefined;
  }
  const posted = await browser.post(step.url, { answer: 'yes' });
  const location = posted.headers.get('location');
  if (location === null) return undefined;
  const next = await browser.follow(new URL(location, step.url), platform.publicUrl);
  return 'left' in next ? (next.left.searchParams.get('code') ?? undefined) : undefined;
}

async function tokensAlive(court: Court, { party }: RequestResult, held: Tokens | undefined): Promise<string[]> {
  const { platform, cast } = court;
  const { access_token: token = '', refresh_token: refreshToken } = held ?? {};
  const alive = [
    token && (await exchange(platform, cast.backend, token)) && 'an access token, exchanged',
    token && (await isActive(platform, party, token)) && 'an access token, introspected',
    token && (await opensUserinfo(platform, token)) && 'an access token, at userinfo',
    refreshToken && (await refresh(platform, party, refreshToken)) && 'a refresh token',
  ];
  return alive.filter((name) => typeof name === 'string' && name !== '') as string[];
}

async function isActive(platform: Platform, party: Party, token: string): Promise<boolean> {
  const answer = await ask(platform, '/token/introspection', party, { token });
  return ((await answer.json()) as { active?: boolean }).active === true;
}

async function opensUserinfo(platform: Platform, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await send(platform, `${platform.publicUrl}/oidc/me`, { headers })).ok;
}

async function isSignedIn({ judged }: Court, browser: Browser, { party }: RequestResult): Promise<boolean> {
  if (judged.has(browser)) return false;
  judged.add(browser);
  const url = authorizationUrl(browser.platform, party, { prompt: 'none' });
  const step = await browser.follow(url, browser.platform.publicUrl);
  return 'left' in step && step.left.searchParams.get('error') !== 'login_required';
}

async function isAccepted(platform: Platform, { party }: RequestResult, requestUri: string): Promise<boolean> {
  const query = new URLSearchParams({ client_id: party.id, request_uri: requestUri });
  const answer = await send(platform, `${platform.publicUrl}/oidc/auth?${query}`);
  return answer.headers.get('location')?.includes('/sign-in/') ?? false;
}
