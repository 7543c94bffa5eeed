import { mayUseAccountApi } from '../../domain/oauth/application.ts';
import { accountScopeNames } from '../../vocabulary/account/account-scopes.ts';
import type { AccessPolicy } from '../access/access-policy.ts';
import type { AccessTokens } from '../tokens/access-tokens.ts';
import type { AccessTokenClaims, VerifiedToken } from '../tokens/access-token-claims.ts';
import { decodePart, readObject } from '../tokens/unverified-token.ts';
import { tokenQuery, tokenFault } from '../tokens/token-validity.ts';
import { applicationOf } from './client-metadata.ts';
import type { Client, KoaContextWithOIDC } from './library.ts';

interface IntrospectionServices {
  managementResource: string;
  accountResource: string;
  accessTokens: Pick<AccessTokens, 'verify'>;
  accessPolicy: Pick<AccessPolicy, 'read' | 'scopesOfApplication' | 'serves'>;
}

/** RFC 7662 §2.2. Nothing else is returned for a token that is inactive or that the client may not introspect. */
type Introspection = { active: false } | ({ active: true; token_type: 'Bearer' } & Partial<AccessTokenClaims>);

const inactive = { active: false } as const;

/**
 * Introspects our JWTs. The library authenticates the client, reads the form, and refuses every JWT with
 * "unsupported_token_type", which RFC 7662 does not define. That response is replaced.
 */
export function introspectJwts(services: IntrospectionServices) {
  return async (context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    await next();
    const { oidc } = context;
    if (oidc?.route !== 'introspection' || !oidc.client || !isUnsupported(context.body)) return;
    try {
      context.body = await introspect(services, oidc.client, String(oidc.params?.['token']));
      context.status = 200;
    } catch (error) {
      context.status = 500;
      context.body = { error: 'server_error' };
      oidc.provider.emit('server_error', context, error);
    }
  };
}

const isUnsupported = (body: unknown): boolean =>
  (body as { error?: unknown } | undefined)?.error === 'unsupported_token_type';

async function introspect(services: IntrospectionServices, client: Client, text: string): Promise<Introspection> {
  const token = await services.accessTokens.verify(text);
  if (typeof token === 'string') return inactive;
  const { audience: resource, organizationId } = token;
  const [isAllowed, state] = await Promise.all([
    mayIntrospect(services, client, token),
    services.accessPolicy.read({ ...tokenQuery(token), resource, organizationId }),
  ]);
  if (!isAllowed || tokenFault(token, state, services.managementResource)) return inactive;
  const isOfAccount = resource === services.accountResource;
  // The Account API accepts no exchanged token.
  if (isOfAccount && (token.act !== undefined || !mayUseAccountApi(applicationOf(client)))) return inactive;
  // Scopes that the subject no longer holds are omitted.
  const held: readonly string[] = isOfAccount ? accountScopeNames : state.scopes;
  const scope = token.scope.split(' ').filter((name) => held.includes(name));
  return { active: true, token_type: 'Bearer', ...claimsIn(text), scope: scope.join(' ') };
}

/**
 * A client may introspect its own tokens, and those for an API resource that it serves, or of which it holds a scope.
 * Public clients do not authenticate and may introspect their own tokens only.
 */
async function mayIntrospect(services: IntrospectionServices, client: Client, token: VerifiedToken): Promise<boolean> {
  if (token.clientId === client.clientId) return true;
  if (client.clientAuthMethod === 'none') return false;
  const { accessPolicy } = services;
  const scopes = await accessPolicy.scopesOfApplication(client.clientId, token.audience);
  return scopes.length > 0 || accessPolicy.serves(client.clientId, token.audience);
}

/** Claims of a verified token that are returned. */
const returned = [
  'iss',
  'sub',
  'aud',
  'client_id',
  'iat',
  'exp',
  'jti',
  'organization_id',
  'act',
  'txn',
  'acr',
  'auth_time',
] as const;

function claimsIn(text: string): Partial<AccessTokenClaims> {
  const claims = readObject(decodePart(text.split('.')[1] ?? '')) ?? {};
  return Object.fromEntries(returned.filter((name) => Object.hasOwn(claims, name)).map((name) => [name, claims[name]]));
}
