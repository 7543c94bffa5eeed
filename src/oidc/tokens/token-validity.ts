import { mayExchangeForManagementApi } from '../../domain/oauth/application.ts';
import type { PolicyQuery, PolicyState } from '../access/policy-state.ts';
import { isUserToken, type UserToken, type VerifiedToken } from './access-token-claims.ts';
import type { TokenFault } from '../../vocabulary/exchanges/token-faults.ts';
import type { BearerFault } from './bearer-fault.ts';

/** The query of the access policy for a token that its own client presents. */
export const tokenQuery = (token: VerifiedToken): Omit<PolicyQuery, 'resource' | 'organizationId'> => ({
  clientId: token.clientId,
  userId: isUserToken(token) ? token.subject : null,
  grant: token.grant,
  applicationIds: token.applicationIds,
  sessionEpochs: token.sessionEpochs,
});

/** Why a token is no longer valid for the API that it is for, if it is not. */
export function tokenFault(
  token: VerifiedToken,
  state: PolicyState,
  managementResource: string,
): BearerFault | undefined {
  if (!isUserToken(token)) return applicationFault(token, state);
  const isExchanged = token.act !== undefined && token.audience === managementResource;
  const fault = userTokenFault(token, state);
  if (fault) return fault;
  // None is issued for it.
  if (token.impersonatorId !== undefined && token.audience === managementResource) return 'IMPERSONATED';
  if (token.organizationId !== null && !state.isMember) return 'NO_MEMBER';
  return isExchanged ? managementFault(state) : undefined;
}

/** Here we are the API: what an application got by an exchange ends as soon as it may no longer exchange for it. */
function managementFault({ client, exchangeRules }: PolicyState): BearerFault | undefined {
  if (!client || !mayExchangeForManagementApi(client)) return 'MANAGEMENT_API_NOT_ALLOWED';
  return exchangeRules?.isOwnerActive === false ? 'OWNER_INACTIVE' : undefined;
}

/** The same for a token of an application. */
function applicationFault(token: VerifiedToken, state: PolicyState): TokenFault | undefined {
  const { subject, clientId, sessionEpochs } = token;
  const { client } = state;
  const fault = keyFault(token, state);
  if (fault) return fault;
  if (subject !== clientId) return 'WITHOUT_GRANT';
  if (!client) return 'CLIENT_DELETED';
  if (client.isSuspended) return 'CLIENT_SUSPENDED';
  return client.sessionEpoch === (sessionEpochs?.[clientId] ?? 0) ? undefined : 'REVOKED';
}

/**
 * Why a user's token is no longer valid. It depends on the key that signed it, the user, the grant, the session, the
 * application that signed the user in, and every application that exchanged it.
 */
export function userTokenFault(token: UserToken, state: PolicyState): TokenFault | undefined {
  const { grant, clientId, act, applicationIds } = token;
  const { grantClientId, isSessionAlive, applications, anyEnded } = state;
  const fault = keyFault(token, state) ?? userFault(state);
  if (fault) return fault;
  if (grantClientId === null) return 'REVOKED';
  if (grant.sessionId !== null && !isSessionAlive) return 'SESSION_ENDED';
  // Only an exchange gives a token to another application than that of the grant.
  if (clientId !== grantClientId && !act) return 'WITHOUT_GRANT';
  const others = applicationIds.includes(grantClientId) ? 0 : 1;
  if (applications.count < applicationIds.length + others) return 'CLIENT_DELETED';
  if (applications.anySuspended) return 'CLIENT_SUSPENDED';
  return anyEnded ? 'REVOKED' : undefined;
}

/** Another process may have just withdrawn the key. */
function keyFault({ keyId }: VerifiedToken, { signingKeyIds }: PolicyState): TokenFault | undefined {
  return keyId === null || signingKeyIds.has(keyId) ? undefined : 'UNKNOWN_KEY';
}

/** Only the part about the user. */
export function userFault({ user }: Pick<PolicyState, 'user'>): TokenFault | undefined {
  if (user === 'active') return undefined;
  return user === 'suspended' ? 'USER_SUSPENDED' : 'USER_DELETED';
}
