import { z } from 'zod';
import { identityEffects } from '../../vocabulary/identity-providers/identity-providers.ts';
import type { RefusalReason } from '../../vocabulary/flows.ts';
import { idOf } from '../../vocabulary/ids.ts';
import type { ReadIdentity } from './read-identity.ts';
import type { FlowAccount, FlowFacts, ProvenIdentity, ProviderFacts, Verification } from '../flow/facts.ts';
import { createsAccount, identitySubject } from '../flow/identity.ts';
import type { SignInPolicy } from '../flow/policy.ts';
import { outcomeOf, outcomeSchema } from '../flow/sign-in-explanation.ts';

export const identityDecisionSchema = z
  .strictObject({
    effect: z.enum(identityEffects).describe('What the sign-in leads to.'),
    rule: z
      .string()
      .describe(
        'What decides this: a field of the user (`user.identities`), of the provider (`identityProvider.linking`) or of the policy (`policy.signUp.isOpen`).',
      ),
    userId: idOf('user').nullable().describe('Id of the user whose account it leads to; null if there is none.'),
    next: outcomeSchema.describe('What the pages do next.'),
  })
  .meta({ id: 'IdentityDecision', description: 'What follows from an identity, and what decides it.' });
export type IdentityDecision = z.output<typeof identityDecisionSchema>;

/** The proofs of an identity. */
export const proofsOf = (
  provider: Pick<ProviderFacts, 'id'>,
  { subject, kind, email, isVouched }: Pick<ReadIdentity, 'subject' | 'kind' | 'email' | 'isVouched'>,
): Pick<Verification, 'kind' | 'subject' | 'sessionEpoch'>[] => [
  { kind, subject: identitySubject({ providerId: provider.id, subject }), sessionEpoch: null },
  ...(isVouched && email !== null ? [{ kind: 'vouched-email' as const, subject: email, sessionEpoch: null }] : []),
];

/** A flow in which the identity was proven, at a provider as if it were enabled. */
export function withIdentity(
  facts: FlowFacts,
  provider: ProviderFacts,
  { subject, label, name, locale }: Pick<ReadIdentity, 'subject' | 'label' | 'name' | 'locale'>,
): FlowFacts {
  const proven = { providerId: provider.id, providerVersion: provider.version };
  const identity: ProvenIdentity = { ...proven, subject, label, name, locale };
  const providers = [...facts.providers.filter(({ id }) => id !== provider.id), provider];
  return { ...facts, inputs: { ...facts.inputs, identity, ...(name && { name }) }, providers };
}

/** The effect of a proven identity on the pages, and the rule that decides it. */
export function explainIdentity(policy: SignInPolicy, facts: FlowFacts): IdentityDecision {
  const { account } = facts;
  const next = outcomeOf(policy, facts);
  const effect = next.refused ? 'refuse' : effectOf(facts, account);
  return { effect, rule: ruleOf(facts, next.refused), userId: account?.userId ?? null, next };
}

const isLinked = ({ inputs: { identity } }: FlowFacts, account: FlowAccount): boolean =>
  identity !== undefined && account.identities.includes(identitySubject(identity));

function effectOf(facts: FlowFacts, account: FlowAccount | undefined): Exclude<IdentityDecision['effect'], 'refuse'> {
  if (!account) return 'sign-up';
  return isLinked(facts, account) ? 'sign-in' : 'link';
}

const refusedBy: Partial<Record<RefusalReason, string>> = {
  'sso-required': 'identityProvider.isRequired',
  'account-suspended': 'user.suspendedAt',
  'deletion-pending': 'user.deletionDueAt',
  'sign-up-closed': 'policy.signUp.domains',
};

function ruleOf(facts: FlowFacts, refused: RefusalReason | null): string {
  const { account } = facts;
  const ofRefusal = refused && refusedBy[refused];
  if (ofRefusal) return ofRefusal;
  if (account) return isLinked(facts, account) ? 'user.identities' : 'identityProvider.linking';
  return createsAccount(facts) ? 'identityProvider.createsAccounts' : 'policy.signUp.isOpen';
}
