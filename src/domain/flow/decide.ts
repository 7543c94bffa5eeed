import type { FlowPurpose, FlowStep, RefusalReason, VerificationKind } from '../../vocabulary/flows.ts';
import { type SignInPolicy, takes } from './policy.ts';

/** What a person has proven, and when. */
export interface Verification {
  kind: VerificationKind;
  /** The address, or for a password the id of the user. */
  subject: string;
  verifiedAt: Date;
}

/** What a person has entered in a flow, and what follows from it for the next step. */
export interface FlowInputs {
  /** The identifier that was typed last, in its normal form. */
  identifier?: string | undefined;
  username?: string | undefined;
  passwordHash?: string | undefined;
  name?: string | undefined;
  /** Address of the terms that were accepted. */
  terms?: string | undefined;
  /** A new password was set in this flow, and has to be used now. */
  hasNewPassword?: boolean | undefined;
}

/** The account that the first verification leads to. */
export interface FlowAccount {
  userId: string;
  email: string | null;
  isSuspended: boolean;
  hasPassword: boolean;
  isEmailVerified: boolean;
}

export interface FlowFacts {
  purpose: FlowPurpose;
  verifications: readonly Verification[];
  inputs: FlowInputs;
  /** The address to which a code was sent that can still be entered. */
  awaitsCode: string | undefined;
  /** Undefined before the first verification, and if no account has the verified address. */
  account: FlowAccount | undefined;
}

/** The effects of flows: operations. */
export type FlowEffect = 'completeSignIn' | 'completeSignUp' | 'completeReset';

export type Decision =
  | { step: FlowStep; fields?: readonly SignUpField[] }
  | { ready: FlowEffect }
  | { refused: RefusalReason };

export type SignUpField = SignInPolicy['signUp']['requires'][number] | 'terms';

/**
 * The next step of a flow. Before the first verification it depends only on the policy and on what was typed, so it
 * does not reveal which accounts exist; after it, on the account.
 */
export function decide(policy: SignInPolicy, facts: FlowFacts): Decision {
  const { purpose, account } = facts;
  // What was proven about another account does not count.
  const verifications = facts.verifications.filter((one) => !account || belongsTo(one, account));
  const flow = { ...facts, verifications };
  if (purpose === 'sign-up' && !policy.signUp.isOpen && !account) return { refused: 'sign-up-closed' };
  if (account?.isSuspended) return { refused: 'account-suspended' };
  if (!verifications.length) return first(policy, flow);
  if (purpose === 'reset') return reset(flow);
  return account ? signIn(policy, flow, account) : signUp(policy, flow);
}

/** A verification that the policy takes. Otherwise the password, if there is one. */
function signIn(policy: SignInPolicy, flow: FlowFacts, { hasPassword }: FlowAccount): Decision {
  const isEnough = flow.verifications.some(({ kind }) => takes(policy, kind)) && !isUnconfirmed(flow);
  if (isEnough) return { ready: 'completeSignIn' };
  return hasPassword ? { step: 'password' } : { refused: 'no-password' };
}

/**
 * The address was typed by an administrator and never verified, so another person may receive its messages. The
 * password of the account, if there is one, shows that it is the right person.
 */
const isUnconfirmed = ({ account, verifications }: FlowFacts): boolean =>
  account !== undefined &&
  !account.isEmailVerified &&
  account.hasPassword &&
  !verifications.some(({ kind }) => kind === 'password');

const belongsTo = ({ kind, subject }: Verification, { userId, email }: FlowAccount): boolean =>
  subject === (kind === 'password' ? userId : email);

/** A sign-up that verifies no address begins with its fields. */
function first(policy: SignInPolicy, flow: FlowFacts): Decision {
  if (flow.awaitsCode !== undefined) return { step: 'code' };
  if (flow.purpose === 'sign-up' && !policy.signUp.verifies.length) return signUp(policy, flow);
  return { step: 'identify' };
}

/** Without an account there is no password to reset. */
function reset(flow: FlowFacts): Decision {
  const { account, inputs } = flow;
  if (!account) return { refused: 'unknown-account' };
  if (isUnconfirmed(flow)) return { refused: 'address-unverified' };
  return inputs.passwordHash === undefined ? { step: 'new-password' } : { ready: 'completeReset' };
}

function signUp(policy: SignInPolicy, { inputs, verifications }: FlowFacts): Decision {
  if (!policy.signUp.isOpen) return { refused: 'unknown-account' };
  // A password that was proven was that of an account, which has been deleted since.
  const isVerified = policy.signUp.verifies.every((required) => verifications.some(({ kind }) => kind === required));
  if (!isVerified) return { step: 'identify' };
  const fields = missingFields(policy, inputs);
  return fields.length ? { step: 'fields', fields } : { ready: 'completeSignUp' };
}

function missingFields({ signUp: { requires, terms } }: SignInPolicy, inputs: FlowInputs): SignUpField[] {
  const given = { username: inputs.username, password: inputs.passwordHash, name: inputs.name };
  const missing: SignUpField[] = requires.filter((field) => given[field] === undefined);
  // New terms must be accepted, too.
  return terms === null || inputs.terms === terms ? missing : [...missing, 'terms'];
}
