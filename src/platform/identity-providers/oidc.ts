import * as client from 'openid-client';
import { nameInForm } from './apple.ts';
import { identityFrom, mergeClaims } from './claims.ts';
import type { KeptOAuthRequest, OidcConnection, Return, UpstreamIdentity } from './identity-provider.ts';
import { Invalid } from './invalid.ts';

/** The address at which a person came back, with the parameters that the library checks. */
export function addressOf({ redirectUri, response }: Return, ignored: readonly string[]): URL {
  const url = new URL(redirectUri);
  for (const [name, value] of response) if (!ignored.includes(name)) url.searchParams.append(name, value);
  return url;
}

/** Redeems the code, verifies the ID token, and reads the claims. */
export async function finishOidc(
  provider: OidcConnection,
  configuration: client.Configuration,
  person: Return<KeptOAuthRequest>,
): Promise<UpstreamIdentity> {
  const { kept, state, response } = person;
  if (kept.nonce === null) throw new Invalid('The request had no nonce: the protocol has changed since.');
  const tokens = await client.authorizationCodeGrant(configuration, addressOf(person, ['user']), {
    pkceCodeVerifier: kept.verifier,
    expectedState: state,
    expectedNonce: kept.nonce,
    idTokenExpected: true,
  });
  const idToken: Record<string, unknown> = { ...tokens.claims() };
  const userinfo = isComplete(idToken) ? {} : await readUserinfo(configuration, tokens.access_token, idToken);
  const claims = mergeClaims(idToken, userinfo, provider.addressClaims);
  const name = provider.settings.apple === null ? {} : nameInForm(response);
  return identityFrom({ ...name, ...claims }, 'sub');
}

const isComplete = (claims: Record<string, unknown>): boolean =>
  Object.hasOwn(claims, 'email') && Object.hasOwn(claims, 'name');

/** Userinfo is of the same person, which the library checks. */
async function readUserinfo(
  configuration: client.Configuration,
  accessToken: string,
  idToken: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return { ...(await client.fetchUserInfo(configuration, accessToken, String(idToken['sub']))) };
}
