import type { JWK } from 'jose';
import type { AccessPolicy } from '../access-policy.ts';
import {
  type AccessToken,
  type ClientCredentials,
  errors,
  type KoaContextWithOIDC,
  type ResourceServer,
} from './library.ts';
import { claimsOfScopes } from './accounts.ts';

/** The part of the access policy that this needs. */
export type ResourcePolicy = Pick<AccessPolicy, 'resource' | 'scopesOfUser'>;

/** Scopes that speak of the person rather than of an API. */
export const identityScopes: readonly string[] = [...Object.keys(claimsOfScopes), 'offline_access'];

/**
 * Resource indicators (RFC 8707) from our tables. Which resource a token is for, when the token request does not say:
 * the one that the authorization request named, if it named just one; with several, the client must choose. A client that
 * asked for a resource and wants the userinfo endpoint too refreshes with `scope=openid …`: only scopes about the
 * person, so the token is an opaque one for userinfo. (The ID token holds the same claims in any case.) `keys`: those that sign
 * come first.
 */
export function createResourceIndicators(policy: ResourcePolicy, keys: readonly JWK[]) {
  return {
    enabled: true,
    defaultResource: (_context: unknown, _client: unknown, oneOf?: readonly string[]) => Promise.resolve(oneOf),
    useGrantedResource: (context: KoaContextWithOIDC) => Promise.resolve(!asksForThePersonOnly(context)),
    getResourceServerInfo: (context: KoaContextWithOIDC, indicator: string) =>
      resourceServer(context, indicator, policy, keys),
  };
}

function asksForThePersonOnly({ oidc }: KoaContextWithOIDC): boolean {
  return (
    oidc.params?.['scope'] !== undefined && [...oidc.requestParamScopes].every((name) => identityScopes.includes(name))
  );
}

/** What a token for this resource may hold now: the scopes that the person holds, or all of them while nobody is known. */
async function resourceServer(
  { oidc }: KoaContextWithOIDC,
  indicator: string,
  policy: ResourcePolicy,
  keys: readonly JWK[],
): Promise<ResourceServer> {
  const resource = await policy.resource(indicator);
  if (!resource) throw new errors.InvalidTarget();
  const userId = oidc.account?.accountId ?? oidc.session?.accountId;
  const { accessTokenSigningAlg: alg } = resource;
  const scopes = userId === undefined ? resource.scopes : await policy.scopesOfUser(userId, indicator);
  return {
    audience: resource.indicator,
    scope: scopes.join(' '),
    accessTokenTTL: resource.accessTokenTtl,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg, kid: keys.find((key) => key.alg === alg)?.kid ?? '' } },
  };
}

/** Ties a person's access token to its grant and, unless it outlives a sign-out, to its session: the exchange asks for both. */
export function extraTokenClaims(
  _context: unknown,
  token: AccessToken | ClientCredentials,
): Record<string, string> | undefined {
  if (!('grantId' in token)) return undefined;
  const session = token.expiresWithSession ? token.sessionUid : undefined;
  return { grant_id: token.grantId, ...(session && { session_id: session }) };
}
