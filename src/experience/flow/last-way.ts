import type { Verification } from '../../domain/flow/facts.ts';
import type { FirstWay } from '../../domain/flow/policy.ts';
import { isIdentityKind, type VerificationKind } from '../../vocabulary/flows.ts';

const wayOf: Partial<Record<VerificationKind, FirstWay>> = {
  password: 'password',
  passkey: 'passkey',
  email: 'email-code',
  phone: 'phone-code',
};

/** A way to sign in that a browser remembers: one of the policy, or an identity provider. */
export type LastWay = FirstWay | { identityProviderId: string };

/** The way by which a person has signed in; undefined if they were signed in before, or had a link. */
export function lastWayOf(
  [first]: readonly Pick<Verification, 'kind'>[],
  identityProviderId: string | undefined,
): LastWay | undefined {
  if (first && isIdentityKind(first.kind)) return identityProviderId === undefined ? undefined : { identityProviderId };
  return first && wayOf[first.kind];
}
