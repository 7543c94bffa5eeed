import { accountScopeNames } from '../../vocabulary/account/account-scopes.ts';
import type { ResourcePolicy } from './resources.ts';

/** The Account API as a resource: its tokens are short-lived, because they change how a person signs in. */
const accountApi = { accessTokenTtl: 900, accessTokenSigningAlg: 'ES256', scopes: accountScopeNames } as const;

/**
 * The access policy with the Account API in addition. It is no API resource in the database, so no role has its scopes
 * and no exchange leads to it.
 */
export const withAccountApi = (policy: ResourcePolicy, indicator: string): ResourcePolicy => ({
  resource: async (requested) =>
    requested === indicator ? { ...accountApi, scopes: [...accountApi.scopes], indicator } : policy.resource(requested),
  registered: (requested) => policy.registered(requested),
  scopesOfUser: async (userId, resource, organizationId) =>
    resource === indicator ? accountScopeNames : policy.scopesOfUser(userId, resource, organizationId),
});
