import type { Verification } from '../../domain/flow/facts.ts';
import type { FirstWay } from '../../domain/flow/policy.ts';
import { isIdentityKind, type VerificationKind } from '../../vocabulary/flows.ts';
import { wayTo } from './provider-way.ts';

const wayOf: Partial<Record<VerificationKind, FirstWay>> = {
  password: 'password',
  passkey: 'passkey',
  email: 'email-code',
  phone: 'phone-code',
};

/**
 * The way by which a person has signed in, for the browser to remember: one of the policy, or an identity provider.
 * Undefined if they were signed in before, or had a link.
 */
export function lastWayOf(
  [first]: readonly Pick<Verification, 'kind'>[],
  identityProviderId: string | undefined,
): string | undefined {
  if (first && isIdentityKind(first.kind)) return identityProviderId && wayTo({ id: identityProviderId });
  return first && wayOf[first.kind];
}
