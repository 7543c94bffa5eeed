import { isId } from '../../platform/ids/ids.ts';
import type { PolicyState } from '../access/policy-state.ts';
import { isUserToken, type UserToken } from '../tokens/access-token-claims.ts';
import type { TokenFault } from '../../vocabulary/exchanges/token-faults.ts';
import { userTokenFault, userFault } from '../tokens/token-validity.ts';
import { type ExchangeRefusal, type GrantServices, refuse } from './grant.ts';

type Role = 'SUBJECT' | 'ACTOR';

/** Reads a subject or actor token: an access token issued here, unexpired, for a user and from a grant. */
export async function readUserToken(
  { presentedTokens, accountResource }: GrantServices,
  role: Role,
  text: string,
): Promise<UserToken | ExchangeRefusal> {
  const token = await presentedTokens.read(text);
  if (typeof token === 'string') return refuseToken(role, token);
  // With it, a service would change how the person signs in.
  if (token.audience === accountResource) return refuseToken(role, 'FOR_ACCOUNT_API');
  if (!isId('user', token.subject)) return refuseToken(role, 'WITHOUT_USER');
  return isUserToken(token) ? token : refuseToken(role, 'WITHOUT_GRANT');
}

/**
 * Whether the token is still valid and no third-party application obtained it: consent to that one is no consent to
 * others.
 */
export function checkUserToken(role: Role, token: UserToken, state: PolicyState): ExchangeRefusal | undefined {
  const fault = userTokenFault(token, state) ?? (state.applications.anyThirdParty ? 'THIRD_PARTY' : undefined);
  return fault && refuseToken(role, fault);
}

/** The part of that check that needs no token. */
export function checkUser(role: Role, state: Pick<PolicyState, 'user'>): ExchangeRefusal | undefined {
  const fault = userFault(state);
  return fault && refuseToken(role, fault);
}

const refuseToken = (role: Role, fault: TokenFault): ExchangeRefusal => refuse(`${role}_${fault}`);
