import type { FlowAccount, FlowFacts, ProviderFacts } from '../flow/facts.ts';
import { proofsOf, withIdentity } from './identity-decision.ts';
import type { SignInPolicy } from '../flow/policy.ts';
import { outcomeOf, type SignInExplanation } from '../flow/sign-in-explanation.ts';

/** The identity providers of which an account has identities. */
export const linkedProviders = (account: Pick<FlowAccount, 'identities'> | undefined): string[] => [
  ...new Set(account?.identities.map((identity) => identity.slice(0, identity.indexOf(':')))),
];

interface Person {
  account: FlowAccount | undefined;
  /** The identifier that was typed; empty if there is none. */
  typed: string;
}

/** Explains a sign-in with an identity provider: the settings that it lacks, and its effect. */
export function explainProvider(
  policy: SignInPolicy,
  facts: FlowFacts,
  provider: ProviderFacts & { isEnabled: boolean },
  { account, typed }: Person,
): SignInExplanation['providers'][number] {
  const { id: identityProviderId, name } = provider;
  const prefix = `${identityProviderId}:`;
  const linked = account?.identities.find((identity) => identity.startsWith(prefix))?.slice(prefix.length);
  const email = account ? account.email : typed.includes('@') ? typed : null;
  const isVouched = linked === undefined && email !== null;
  const read = {
    subject: linked ?? '',
    kind: 'identity',
    email,
    isVouched,
    label: email,
    name: null,
    locale: null,
  } as const;
  const verifications = proofsOf(provider, read).map((one) => ({ ...one, verifiedAt: new Date(0) }));
  const owner = linked !== undefined || isVouched ? account : undefined;
  const missing = missingFor(provider, facts);
  const proven = withIdentity({ ...facts, verifications, account: owner }, provider, read);
  const next = outcomeOf(policy, provider.isEnabled ? proven : { ...proven, providers: facts.providers });
  return { identityProviderId, name, isLinked: linked !== undefined, isUsable: missing === null, missing, next };
}

function missingFor(provider: ProviderFacts & { isEnabled: boolean }, { providers }: FlowFacts): string | null {
  if (!provider.isEnabled) return 'The identity provider is disabled.';
  return providers.some(({ id }) => id === provider.id) ? null : 'The pages do not offer this identity provider.';
}
