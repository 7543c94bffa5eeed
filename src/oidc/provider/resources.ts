import type { JWK } from 'jose';
import { mayUseAccountApi } from '../../domain/oauth/application.ts';
import type { AccessPolicy } from '../access/access-policy.ts';
import {
  type AccessToken,
  type ClientCredentials,
  errors,
  type KoaContextWithOIDC,
  type ResourceServer,
} from './library.ts';
import { sessionEpochsOf } from '../tokens/access-token-claims.ts';
import { claimsOfScopes } from './accounts.ts';
import { applicationOf } from './client-metadata.ts';
import { sessionEpochSeen } from './storage/request-scope.ts';

/** The part of the access policy that is used here. */
export type ResourcePolicy = Pick<AccessPolicy, 'resource' | 'registered' | 'scopesOfUser'>;

/** Scopes about the user rather than an API. */
export const identityScopes: readonly string[] = [...Object.keys(claimsOfScopes), 'offline_access'];

/**
 * Resource indicators (RFC 8707) from our tables. Without `resource`, a token request with a code or refresh token gets
 * a token for userinfo if `openid` was granted (OpenID Connect Core 1.0 §5.3), else one for the resource of the
 * authorization request; if that named several, the client must choose. The policy includes the Account API of
 * `accountResource`. `keys`: current keys come first.
 */
export function createResourceIndicators(policy: ResourcePolicy, accountResource: string, keys: readonly JWK[]) {
  const assertAllowed = (indicator: string, { oidc }: KoaContextWithOIDC): void => {
    if (indicator === accountResource && !mayUseAccountApi(applicationOf(oidc.client))) throw accountApiNotAllowed();
  };
  return {
    enabled: true,
    defaultResource: (_context: unknown, _client: unknown, oneOf?: readonly string[]) => Promise.resolve(oneOf),
    getResourceServerInfo: async (context: KoaContextWithOIDC, indicator: string) => {
      assertAllowed(indicator, context);
      return resourceServer(context, indicator, policy, keys);
    },
  };
}

const accountApiNotAllowed = () =>
  new errors.InvalidTarget(
    'tokens for the Account API are not allowed for this application: its setting accountApiAllowed is off',
  );

/** The scopes that a token for this resource may have now: those that the user holds; all of them without a user. */
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

/**
 * Binds a user's access token to its grant and, unless it outlives a sign-out, to its session; to its user and
 * application by their session epochs, as the request has read them. States how and when the user was authenticated
 * (RFC 9068 §2.2.1), so that APIs can ask for more (RFC 9470).
 */
export function extraTokenClaims(
  { oidc }: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
): Record<string, unknown> | undefined {
  if (!('grantId' in token)) return undefined;
  const session = token.expiresWithSession ? token.sessionUid : undefined;
  const [userId, clientId] = [token.accountId, String(token.clientId)];
  const epochs = { [userId]: sessionEpochSeen(userId), [clientId]: sessionEpochSeen(clientId) };
  const sessionEpochs = sessionEpochsOf(epochs);
  const { acr, amr, authTime } = oidc.entities.AuthorizationCode ?? oidc.entities.RefreshToken ?? {};
  return {
    grant_id: token.grantId,
    ...(session && { session_id: session }),
    ...(sessionEpochs && { session_epoch: sessionEpochs }),
    ...(acr && { acr, amr, auth_time: authTime }),
  };
}
