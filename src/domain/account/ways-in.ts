import type { FactorKind } from '../../vocabulary/account/factors.ts';
import { type AddressKind, type SignInPolicy, takes } from '../flow/policy.ts';
import { hasSecondFactor } from '../flow/second-factor.ts';

/** An account, as far as its person can sign in to it. */
export interface PersonalWays {
  /** Whether it has an address of the kind that is verified. */
  isVerified: Record<AddressKind, boolean>;
  hasUsername: boolean;
  hasPassword: boolean;
  /** The kinds of all its factors that can be used, one for each. */
  factors: readonly FactorKind[];
  /** The enabled identity providers of its identities, one for each. */
  identityProviders: readonly string[];
  isAdministrator: boolean;
}

/** The means of the platform: whether codes can be sent, and browsers can use passkeys at the address of the pages. */
export interface PlatformMeans {
  canSend: Record<AddressKind, boolean>;
  canUsePasskeys: boolean;
}

/** Why a person may not take something away from their account. */
export type WayInProblem = 'last-way' | 'last-address' | 'required-factor';

const addressKinds: readonly AddressKind[] = ['email', 'phone'];

const hasAddress = ({ isVerified }: PersonalWays): boolean => addressKinds.some((kind) => isVerified[kind]);

/**
 * The first ways that the policy takes, without codes: a password that can be used, each passkey, and each identity
 * provider.
 */
function waysWithoutCode(policy: SignInPolicy, { canUsePasskeys }: PlatformMeans, person: PersonalWays): number {
  const hasPassword = takes(policy, 'password') && person.hasPassword && (person.hasUsername || hasAddress(person));
  const passkeys =
    canUsePasskeys && takes(policy, 'passkey') ? person.factors.filter((kind) => kind === 'passkey') : [];
  return passkeys.length + new Set(person.identityProviders).size + (hasPassword ? 1 : 0);
}

const hasCode = (policy: SignInPolicy, { canSend }: PlatformMeans, { isVerified }: PersonalWays): boolean =>
  addressKinds.some((kind) => isVerified[kind] && canSend[kind] && takes(policy, kind));

/** Whether the policy requires a second factor of the person, rather than only asks for one that there is. */
const mustHaveFactor = ({ second: { required } }: SignInPolicy, { isAdministrator }: PersonalWays): boolean =>
  required === 'always' || (required === 'for-administrators' && isAdministrator);

/** The needs of an account, each with whether it is met. */
const needs: Record<WayInProblem, (policy: SignInPolicy, means: PlatformMeans, person: PersonalWays) => boolean> = {
  'last-way': (policy, means, person) => waysWithoutCode(policy, means, person) > 0 || hasCode(policy, means, person),
  // By a verified address a person gets back in; without one, two other ways stand in for each other.
  'last-address': (policy, means, person) => hasAddress(person) || waysWithoutCode(policy, means, person) > 1,
  'required-factor': (policy, { canUsePasskeys }, person) =>
    !mustHaveFactor(policy, person) || hasSecondFactor(policy, { canUsePasskeys }, person),
};
const problems = Object.keys(needs) as WayInProblem[];

/**
 * Why a person may not make this change to their account: they would take away what it needs. Undefined if they may. It
 * does not matter what the account lacks already.
 */
export const wayInProblem = (
  policy: SignInPolicy,
  means: PlatformMeans,
  { before, after }: { before: PersonalWays; after: PersonalWays },
): WayInProblem | undefined =>
  problems.find((name) => needs[name](policy, means, before) && !needs[name](policy, means, after));
