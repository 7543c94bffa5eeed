import { type AddressKind, takes } from '../../domain/flow/policy.ts';
import { emailSchema } from '../../domain/people/identifiers.ts';
import { type FlowPurpose, isLinking } from '../../vocabulary/flows.ts';
import type { Texts } from '../texts/index.ts';
import type { Step } from './step.ts';
import type { FlowServices } from './visit.ts';

/** An address to which a code can be sent. */
export interface Address {
  kind: AddressKind;
  address: string;
  /** Of a phone number. */
  callingCode: string | null;
}

type AddressProblem = Extract<
  keyof Texts['problems'],
  'phone-invalid' | 'phone-refused' | 'email-invalid' | 'page-outdated'
>;

/** Begins like a number, and is no email address, which may begin with a digit, too. */
export const looksLikePhone = /^[+\d(][^@]*$/;

/** Reads the address that a person has typed, or finds why no code can be sent to it. */
export async function readAddress(
  { readPhoneNumber }: Pick<FlowServices, 'readPhoneNumber'>,
  step: Step,
  identifier: string,
): Promise<Address | AddressProblem> {
  const kinds = addressKinds(step);
  const isPhone = kinds.includes('phone') && (!kinds.includes('email') || looksLikePhone.test(identifier.trim()));
  if (isPhone) {
    const read = await readPhoneNumber(identifier, step.policy.phone.countries);
    if (typeof read === 'string') return read === 'invalid' ? 'phone-invalid' : 'phone-refused';
    return { kind: 'phone', address: read.number, callingCode: read.callingCode };
  }
  if (!kinds.length) return 'page-outdated';
  const address = emailSchema.safeParse(identifier).data;
  return address === undefined ? 'email-invalid' : { kind: 'email', address, callingCode: null };
}

const all: readonly AddressKind[] = ['email', 'phone'];

/**
 * The kinds of addresses to which a flow can send a code: to sign in, those that the policy takes; to sign up, the
 * first one that is not verified; to set a new password, also those that it does not take; to add one, its kind.
 */
export function addressKinds(
  { policy, flow, canSend }: Pick<Step, 'policy' | 'flow' | 'canSend'>,
  purpose: FlowPurpose = flow.purpose,
): AddressKind[] {
  const isVerified = (kind: AddressKind) => flow.verifications.some((one) => one.kind === kind);
  if (purpose === 'sign-up') {
    const missing = flow.inputs.link ? all.slice(0, 1) : policy.signUp.verifies.filter((kind) => !isVerified(kind));
    return missing.slice(0, 1);
  }
  const isSought = (kind: AddressKind) => !isLinking(purpose) || purpose === `link-${kind}`;
  const isAllowed = (kind: AddressKind) => kind === 'email' || policy.phone.countries.length > 0;
  const isTaken = (kind: AddressKind) => purpose !== 'sign-in' || takes(policy, kind);
  return all.filter((kind) => canSend[kind] && isAllowed(kind) && isTaken(kind) && isSought(kind));
}
