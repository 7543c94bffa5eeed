import { basic, type Management } from '../../../tools/demo/management.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import type { Chance } from '../load/chance.ts';

/** Processes of one platform, which share the requests. */
export interface Platform {
  /** The public origin. */
  publicUrl: string;
  urls: readonly string[];
  management: Management;
  chance: Chance;
  /** Requests that failed with 5xx. */
  faults: string[];
}

/** Sends a request to one of the processes. */
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

/** A browser whose requests go to any process. */
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
/** The audience of JWT access tokens. */
export const api = 'https://api.example';

/** An authorization request with offline access, so that only an ending removes it; for the API, tokens are JWTs. */
export function authorizationUrl({ publicUrl }: Platform, party: Party, parameters: Record<string, string> = {}): URL {
  const all = { client_id: party.id, redirect_uri: redirectUri, response_type: 'code', scope: 'openid', ...parameters };
  return new URL(`${publicUrl}/oidc/auth?${new URLSearchParams(all)}`);
}
export const lasting = { scope: 'openid offline_access', prompt: 'consent' };

/** Sends a request of an application to an endpoint below /oidc. */
export const ask = (platform: Platform, path: string, party: Party, fields: Record<string, string>) =>
  send(platform, `${platform.publicUrl}/oidc${path}`, {
    method: 'POST',
    headers: { authorization: basic(party.id, party.secret) },
    body: new URLSearchParams(fields),
  });

/** Requests tokens; undefined if refused. */
export async function tokens(
  platform: Platform,
  party: Party,
  fields: Record<string, string>,
): Promise<Tokens | undefined> {
  const response = await ask(platform, '/token', party, fields);
  const body = (await response.json()) as Tokens;
  return response.ok ? body : undefined;
}

/** With `resource` a JWT, otherwise an opaque token. */
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
