import { basic, type Management } from '../../../tools/demo/management.ts';
import { Visitor } from '../../support/browser.ts';
import type { Chance } from '../chance.ts';

/** Processes of one platform, each of which may get any request. */
export interface Platform {
  /** The origin that all of them answer for. */
  publicUrl: string;
  urls: readonly string[];
  management: Management;
  chance: Chance;
  /** Requests that were answered with a 5xx. */
  faults: string[];
}

/** A request to one of the processes. */
export async function send(platform: Platform, url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(url);
  const response = await fetch(platform.chance.pick(platform.urls) + pathname + search, {
    ...init,
    redirect: 'manual',
  });
  if (response.status >= 500)
    platform.faults.push(`${response.status} ${init.method ?? 'GET'} ${pathname.slice(0, 14)}`);
  return response;
}

/** A browser whose requests go to any of the processes. */
export class Browser extends Visitor {
  readonly platform: Platform;

  constructor(platform: Platform) {
    super((url, init) => send(platform, url, init));
    this.platform = platform;
  }
}

/** An application that signs people in, with its secret. */
export interface Party {
  id: string;
  secret: string;
}

export interface Tokens {
  access_token?: string;
  refresh_token?: string;
}

export const redirectUri = 'https://app.example/callback';
/** The API that access tokens are for, when they are JWTs. */
export const api = 'https://api.example';

/** A request that keeps access while the person is away, so that nothing but an ending takes it away; JWTs when it is for the API. */
export function authorizationUrl({ publicUrl }: Platform, party: Party, parameters: Record<string, string> = {}): URL {
  const all = { client_id: party.id, redirect_uri: redirectUri, response_type: 'code', scope: 'openid', ...parameters };
  return new URL(`${publicUrl}/oidc/auth?${new URLSearchParams(all)}`);
}
export const lasting = { scope: 'openid offline_access', prompt: 'consent' };

/** Asks an endpoint that applications ask, below /oidc. */
export const ask = (platform: Platform, path: string, party: Party, fields: Record<string, string>) =>
  send(platform, `${platform.publicUrl}/oidc${path}`, {
    method: 'POST',
    headers: { authorization: basic(party.id, party.secret) },
    body: new URLSearchParams(fields),
  });

/** Tokens; undefined when they are refused. */
export async function tokens(
  platform: Platform,
  party: Party,
  fields: Record<string, string>,
): Promise<Tokens | undefined> {
  const response = await ask(platform, '/token', party, fields);
  const body = (await response.json()) as Tokens;
  return response.ok ? body : undefined;
}

/** With `resource`, for a JWT; without, for an opaque token. */
export const redeem = (platform: Platform, party: Party, code: string, resource: { resource?: string } = {}) =>
  tokens(platform, party, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...resource });
export const refresh = (platform: Platform, party: Party, token: string) =>
  tokens(platform, party, { grant_type: 'refresh_token', refresh_token: token });
export const exchange = (platform: Platform, backend: Party, token: string) =>
  tokens(platform, backend, {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    resource: api,
  });
