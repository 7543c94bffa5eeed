import { isIdentityKind, type VerificationKind } from '../../vocabulary/flows.ts';
import type { FlowAccount, FlowFacts, ProvenIdentity, ProviderFacts, Verification } from './facts.ts';

/** The subject of the verification of an identity: unique among all providers. */
export const identitySubject = ({ providerId, subject }: Pick<ProvenIdentity, 'providerId' | 'subject'>): string =>
  `${providerId}:${subject}`;

/** The identity that a flow has proven, and its provider; undefined if that was disabled, changed or deleted since. */
export interface FlowIdentity {
  subject: string;
  provider: ProviderFacts | undefined;
}

/** The identity of a flow. It does not reset a password. */
export function identityIn({ purpose, verifications, inputs, providers }: FlowFacts): FlowIdentity | undefined {
  const proof = purpose === 'reset' ? undefined : verifications.find(({ kind }) => isIdentityKind(kind));
  if (!proof) return undefined;
  const { identity } = inputs;
  const isProven = identity !== undefined && identitySubject(identity) === proof.subject;
  const provider = providers.find(
    ({ id, version }) => isProven && id === identity.providerId && version === identity.providerVersion,
  );
  return { subject: proof.subject, provider };
}

/** The identity that an account does not have yet, and whether it is linked without a question. */
export function unlinkedIdentity(facts: FlowFacts, account: FlowAccount) {
  const identity = identityIn(facts);
  if (!identity || account.identities.includes(identity.subject)) return undefined;
  const isSilent = identity.provider !== undefined && linksSilently(facts, account, identity.provider);
  return { ...identity, isSilent };
}

/**
 * True if a person has proven an identity at a provider that their account has; or gets, if the provider vouches for
 * the address of the account: the password of another person and an identity of one's own are not enough.
 */
export function hasIdentityOf(facts: FlowFacts, account: FlowAccount, providerId: string): boolean {
  const identity = identityIn(facts);
  if (identity?.provider?.id !== providerId) return false;
  const isLinking = isVouched(facts, account.email) && facts.inputs.linksIdentity !== false;
  return account.identities.includes(identity.subject) || isLinking;
}

/**
 * True if an identity is linked without a question: its provider may, both sides have verified the same address, and
 * the account has nothing to lose. Who has unlinked the provider has to confirm.
 */
function linksSilently(facts: FlowFacts, account: FlowAccount, provider: ProviderFacts): boolean {
  return (
    provider.linking === 'automatic' &&
    isVouched(facts, account.email) &&
    account.isEmailVerified &&
    !account.holdsPermissions &&
    !account.unlinkedProviders.includes(provider.id)
  );
}

/**
 * The kind as which the proof of an identity counts for an account. One that is linked without a question is one factor
 * at most: the account's own second factor is not skipped. Undefined if it proves nothing of the account.
 */
export function identityProof(facts: FlowFacts, { kind, subject }: Verification): VerificationKind | undefined {
  const { account } = facts;
  const identity = identityIn(facts);
  if (!identity?.provider || identity.subject !== subject) return undefined;
  if (!account || account.identities.includes(subject)) return kind;
  return linksSilently(facts, account, identity.provider) ? 'identity' : undefined;
}

/** The identity with which a person signs in. */
export interface UsedIdentity {
  identity: ProvenIdentity;
  /** The effect of the flow links it with the account. */
  isNew: boolean;
}

/** The identity that the account of a flow has, or gets with its effect. */
export function usedIdentity(facts: FlowFacts): UsedIdentity | undefined {
  const { account, inputs } = facts;
  const { identity, linksIdentity = false } = inputs;
  const proven = identityIn(facts);
  if (!identity || !proven?.provider) return undefined;
  if (account?.identities.includes(proven.subject)) return { identity, isNew: false };
  const isWanted = !account || linksIdentity || linksSilently(facts, account, proven.provider);
  return isWanted ? { identity, isNew: true } : undefined;
}

/** True if the identity provider vouches for the address, which its person then has proven. */
export const isVouched = ({ verifications }: Pick<FlowFacts, 'verifications'>, email: string | null): boolean =>
  verifications.some(({ kind, subject }) => kind === 'vouched-email' && subject === email);

/** True if the provider of the identity opens the sign-up for its people, whatever the policy is. */
export const createsAccount = (facts: FlowFacts): boolean => identityIn(facts)?.provider?.createsAccounts === true;

/** The facts of an account to which no identity was ever linked. */
export const withoutIdentities = {
  identities: [],
  unlinkedProviders: [],
  holdsPermissions: false,
  requiredProviderId: null,
} as const satisfies Partial<FlowAccount>;
