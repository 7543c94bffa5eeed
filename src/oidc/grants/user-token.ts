import { isId } from '../../platform/ids/ids.ts';
import type { PolicyState } from '../access/policy-state.ts';
import { isUserToken, type UserToken } from '../tokens/access-token-claims.ts';
import { describeFault, type TokenFault } from '../tokens/token-fault.ts';
import { userTokenFault, userFault } from '../tokens/token-validity.ts';
import { type GrantRefusal, type GrantServices, refuse } from './grant.ts';

type Role = 'subject' | 'actor';

/** Reads a subject or actor token: an access token issued here, unexpired, for a user and from a grant. */
export async function readUserToken(
  { presentedTokens, accountResource }: GrantServices,
  role: Role,
  text: string,
): Promise<UserToken | GrantRefusal> {
  const token = await presentedTokens.read(text);
  if (typeof token === 'string') return refuseToken(role, token);
  // With it, a service would change how the person signs in.
  if (token.audience === accountResource) return refuseToken(role, 'accountApi');
  if (!isId('user', token.subject)) return refuseToken(role, 'withoutUser');
  return isUserToken(token) ? token : refuseToken(role, 'withoutGrant');
}

/**
 * Whether the token is still valid and no third-party application obtained it: consent to that one is no consent to
 * others.
 */
export function checkUserToken(role: Role, token: UserToken, state: PolicyState): GrantRefusal | undefined {
  const fault = userTokenFault(token, state) ?? (state.applications.anyThirdParty ? 'thirdParty' : undefined);
  return fault && refuseToken(role, fault);
}

/** The part of that check that needs no token. */
export function checkUser(role: Role, state: Pick<PolicyState, 'user'>): GrantRefusal | undefined {
  const fault = userFault(state);
  return fault && refuseToken(role, fault);
}

/**
 * RFC 8693 §2.2.2: a token that is "invalid for any reason, or … unacceptable based on policy" is an invalid_request.
 */
function refuseToken(role: Role, fault: TokenFault): GrantRefusal {
  return refuse('invalid_request', describeFault(role, fault));
}
