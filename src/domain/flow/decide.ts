import { factorKinds } from '../../vocabulary/account/factors.ts';
import { isIdentityKind, isLinking, type VerificationKind } from '../../vocabulary/flows.ts';
import type { Decision, FlowAccount, FlowFacts, FlowInputs, SignUpField, Verification } from './facts.ts';
import { type FlowIdentity, hasIdentityOf, identityIn, identityProof, unlinkedIdentity } from './identity.ts';
import { linkStep } from './link-step.ts';
import { levelOf } from './level.ts';
import { isAddress, mayRegister, type SignInPolicy, takes } from './policy.ts';
import { enrollStep, hasSecondFactor, needsPasskey, secondStep } from './second-factor.ts';
import { suspensionOf } from './suspension.ts';

/**
 * The next step of a flow. Before the first verification it depends only on the policy and on what was typed, so it
 * does not reveal which accounts exist; after it, on the account.
 */
export function decide(policy: SignInPolicy, facts: FlowFacts): Decision {
  const { purpose, account } = facts;
  if (isLinking(purpose)) return linkStep(policy, facts, purpose);
  const verifications = provenIn(policy, facts);
  const flow = { ...facts, verifications };
  const identity = identityIn(facts);
  if (identity && !identity.provider) return { refused: 'provider-disabled' };
  if (purpose === 'sign-up' && !mayBeginSignUp(policy, flow.inputs, identity) && !account)
    return { refused: 'sign-up-closed' };
  const suspension = account && suspensionOf(account);
  if (suspension) return suspension;
  if (flow.challenge)
    return isIdentityKind(flow.challenge.kind) ? { step: 'upstream', ways: ['identify'] } : { step: 'code' };
  if (!verifications.length && !identity) return first(policy, flow);
  if (purpose === 'reset') return reset(policy, flow);
  if (!account) return signUp(policy, flow, identity);
  if (purpose === 'sign-up' && flow.isStandalone) return { refused: 'account-exists' };
  return signIn(policy, flow, { account, unlinked: unlinkedIdentity(facts, account), facts });
}

/**
 * A verification of another account does not count, nor one from before the account's sessions were ended or its
 * password was changed. A session counts for a sign-in only.
 */
function counts({ kind, subject, sessionEpoch }: Verification, { account, purpose }: FlowFacts): boolean {
  if (kind === 'session' && purpose !== 'sign-in') return false;
  if (!account) return true;
  const isOwn = isIdentityKind(kind) || subject === (isAddress(kind) ? account[kind] : account.userId);
  return isOwn && (sessionEpoch === null || sessionEpoch === account.sessionEpoch);
}

/** The same, as what it counts: an identity that is not linked with the account proves nothing of it. */
function asProof(one: Verification, facts: FlowFacts): Verification[] {
  if (!counts(one, facts)) return [];
  const kind = isIdentityKind(one.kind) ? identityProof(facts, one) : one.kind;
  return kind ? [{ ...one, kind }] : [];
}

/**
 * The verifications that count. An application that asks for phishing resistance gets a sign-in by the passkey alone,
 * whatever was proven besides.
 */
export function provenIn(policy: SignInPolicy, facts: FlowFacts): Verification[] {
  const proven = facts.verifications.flatMap((one) => asProof(one, facts));
  const passkeys = needsPasskey(policy, facts) ? proven.filter(({ kind }) => kind === 'passkey') : [];
  return passkeys.length ? passkeys : proven;
}

/** Their kinds, with that of the factor that the person has set up. */
export const provenKinds = (policy: SignInPolicy, facts: FlowFacts): VerificationKind[] => [
  ...new Set([
    ...provenIn(policy, facts).map(({ kind }) => kind),
    ...(facts.inputs.newFactor ? [facts.inputs.newFactor.kind] : []),
  ]),
];

interface Owner {
  account: FlowAccount;
  /** The identity that was proven and is not linked with the account. */
  unlinked: ReturnType<typeof unlinkedIdentity>;
  /** With the verifications that prove nothing of the account. */
  facts: FlowFacts;
}

/**
 * A verification that the policy takes. Otherwise the password, if there is one. Then the second factor, and then the
 * question whether to link an identity with the account.
 */
function signIn(policy: SignInPolicy, flow: FlowFacts, { account, unlinked, facts }: Owner): Decision {
  if (unlinked?.provider?.linking === 'never') return { refused: 'identity-unlinked' };
  if (unlinked && flow.holderId !== undefined && flow.holderId !== account.userId)
    return { refused: 'identity-linked-elsewhere' };
  const taken = flow.verifications.filter((one) => isTaken(policy, flow.inputs, one));
  const isFirst = taken.length > 0 && !isUnconfirmed(flow);
  // A stolen session must not be enough to link an identity.
  const mayLink = isFirst && taken.some(({ kind }) => kind !== 'session');
  if (unlinked && !mayLink) return proveAccount(policy, flow, account);
  if (!isFirst) return account.hasPassword ? { step: 'password' } : { refused: 'no-password' };
  if (mustSignInElsewhere(facts, account)) return { refused: 'sso-required' };
  const second = secondStep(policy, flow, account);
  // After what is proven, and before a factor is set up.
  const isFactor = second && 'step' in second && factorKinds.some((kind) => kind === second.step);
  const isProof = isFactor || (second && 'refused' in second);
  if (!isProof && mustReset(flow, account)) return { step: 'new-password' };
  const mustConfirm = unlinked && !unlinked.isSilent && flow.inputs.linksIdentity === undefined;
  return second ?? (mustConfirm ? { step: 'confirm-identity' } : { ready: 'completeSignIn' });
}

/** The ways of the account whose owner has to prove that it is theirs, before an identity is linked with it. */
function proveAccount(policy: SignInPolicy, { canUsePasskeys }: FlowFacts, account: FlowAccount): Decision {
  const ways = [
    ...(account.hasPassword && takes(policy, 'password') ? (['password'] as const) : []),
    ...(account.factors.includes('passkey') && takes(policy, 'passkey') && canUsePasskeys
      ? (['passkey'] as const)
      : []),
    ...((['email', 'phone'] as const).some((kind) => account[kind] !== null && takes(policy, kind))
      ? (['identify'] as const)
      : []),
  ];
  const [step, ...others] = ways;
  return step ? { step, ways: others } : { refused: 'no-password' };
}

/** The domain of the account requires its identity provider, but not of administrators of the platform. */
const mustSignInElsewhere = (facts: FlowFacts, account: FlowAccount): boolean =>
  account.requiredProviderId !== null &&
  !account.isAdministrator &&
  !facts.verifications.some(({ kind }) => kind === 'session') &&
  !hasIdentityOf(facts, account, account.requiredProviderId);

/**
 * True if the account needs a new password before this sign-in. A person who already has a session, and only verifies
 * more for it, needs none.
 */
const mustReset = ({ inputs, verifications }: FlowFacts, { mustResetPassword, hasPassword }: FlowAccount): boolean =>
  mustResetPassword &&
  hasPassword &&
  inputs.passwordHash === undefined &&
  !verifications.some(({ kind }) => kind === 'session');

/** The policy takes it, or an administrator has sent a link to the address, whatever the policy takes. */
const isTaken = (policy: SignInPolicy, { link }: FlowInputs, { kind }: Verification): boolean =>
  takes(policy, kind) || (kind === 'email' && link !== undefined);

/** An invitation opens the sign-up for the invited address; an identity provider for its people, if it is set so. */
export const mayBeginSignUp = ({ signUp }: SignInPolicy, { link }: FlowInputs, identity?: FlowIdentity): boolean =>
  signUp.isOpen || link?.invitedEmail !== undefined || identity?.provider?.createsAccounts === true;

/** True if the person was invited at one of the addresses that they have proven. */
export const isInvited = ({ inputs, verifications }: Pick<FlowFacts, 'inputs' | 'verifications'>): boolean =>
  verifications.some(({ kind, subject }) => kind === 'email' && subject === inputs.link?.invitedEmail);

/**
 * The address was typed by an administrator and never verified, so another person may receive its messages. The
 * password of the account, if there is one, shows that it is the right person.
 */
const isUnconfirmed = ({ account, verifications }: FlowFacts): boolean =>
  account !== undefined &&
  account.hasPassword &&
  verifications.every(
    ({ kind }) => (kind === 'email' && !account.isEmailVerified) || (kind === 'phone' && !account.isPhoneVerified),
  );

/** A sign-up that verifies no address begins with its fields. */
function first(policy: SignInPolicy, flow: FlowFacts): Decision {
  if (flow.purpose === 'sign-up' && !policy.signUp.verifies.length && !flow.inputs.link) return signUp(policy, flow);
  if (flow.purpose === 'sign-in' && flow.hasLink) return { step: 'link', ways: ['identify'] };
  return { step: 'identify' };
}

/** Without an account there is no password to reset. The second factor, if there is one, is required as well. */
function reset(policy: SignInPolicy, flow: FlowFacts): Decision {
  const { account, inputs } = flow;
  const kinds = flow.verifications.map(({ kind }) => kind);
  if (!kinds.some(isAddress)) return first(policy, flow);
  if (!account) return { refused: 'unknown-account' };
  if (isUnconfirmed(flow)) return { refused: 'address-unverified' };
  if (hasSecondFactor(policy, flow, account) && levelOf(kinds) < 2)
    return secondStep(policy, { ...flow, requestedLevel: 2 }, account) ?? { refused: 'account-changed' };
  return inputs.passwordHash === undefined ? { step: 'new-password' } : { ready: 'completeReset' };
}

function signUp(policy: SignInPolicy, flow: FlowFacts, identity?: FlowIdentity): Decision {
  const { inputs, verifications } = flow;
  const isExpected = isInvited(flow) || identity?.provider?.createsAccounts === true;
  if (!policy.signUp.isOpen && !isExpected) return { refused: 'unknown-account' };
  const vouched = verifications.find(({ kind }) => kind === 'vouched-email')?.subject;
  if (vouched !== undefined && !isExpected && !mayRegister(policy, vouched)) return { refused: 'sign-up-closed' };
  const isElsewhere = flow.requiredProviderId !== undefined && identity?.provider?.id !== flow.requiredProviderId;
  if (isElsewhere) return { refused: 'sso-required' };
  // A password that was proven was that of an account, which has been deleted since.
  const isVerified = policy.signUp.verifies.every((required) =>
    verifications.some(({ kind }) => kind === required || (required === 'email' && kind === 'vouched-email')),
  );
  if (!isVerified) return { step: 'identify' };
  const fields = missingFields(policy, inputs).filter((field) => field !== 'password' || !identity);
  if (fields.length) return { step: 'fields', fields };
  const isSecondRequired = policy.second.required === 'always' || flow.requestedLevel !== 1;
  const isProven = levelOf(verifications.map(({ kind }) => kind)) === 2;
  const enroll = isSecondRequired && !isProven ? enrollStep(policy, flow) : undefined;
  return enroll ?? { ready: 'completeSignUp' };
}

function missingFields({ signUp: { requires, terms } }: SignInPolicy, inputs: FlowInputs): SignUpField[] {
  const values = { username: inputs.username, password: inputs.passwordHash, name: inputs.name };
  const missing: SignUpField[] = requires.filter((field) => (values[field] ?? null) === null);
  // New terms must be accepted, too.
  return terms === null || inputs.terms === terms ? missing : [...missing, 'terms'];
}
