import * as client from 'openid-client';
import { identityFrom } from './claims.ts';
import type { KeptOAuthRequest, OAuth2Connection, Return, UpstreamIdentity } from './identity-provider.ts';
import { addressOf } from './oidc.ts';
import { Invalid } from './invalid.ts';
import { Unreachable } from './upstream-fetch.ts';

/** Redeems the code, and reads the claims with the access token. */
export async function finishOAuth2(
  { settings }: OAuth2Connection,
  configuration: client.Configuration,
  person: Return<KeptOAuthRequest>,
): Promise<UpstreamIdentity> {
  const { kept, state } = person;
  // No issuer is configured to compare `iss` with: the address to return to is that of the provider.
  const tokens = await client.authorizationCodeGrant(configuration, addressOf(person, ['iss']), {
    pkceCodeVerifier: kept.verifier,
    expectedState: state,
  });
  const read = (address: string) => readJson(configuration, tokens.access_token, new URL(address));
  const claims = await read(settings.userinfoEndpoint);
  if (!isObject(claims)) throw new Invalid(`${settings.userinfoEndpoint}: The response is not a JSON object.`);
  const emails = settings.emailsEndpoint === null ? undefined : await read(settings.emailsEndpoint);
  if (emails !== undefined && !Array.isArray(emails))
    throw new Invalid(`${settings.emailsEndpoint}: The response is not a list.`);
  return identityFrom({ ...claims, ...(emails && { emails }) }, settings.subjectClaim);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function readJson(configuration: client.Configuration, accessToken: string, url: URL): Promise<unknown> {
  const headers = new Headers({ accept: 'application/json' });
  const response = await client.fetchProtectedResource(configuration, accessToken, url, 'GET', null, headers);
  const address = `${url.origin}${url.pathname}`;
  if (response.status !== 200) throw new Unreachable(`${address}: The response has the status ${response.status}.`);
  return response.json().catch(() => {
    throw new Invalid(`${address}: The response is not JSON.`);
  });
}
