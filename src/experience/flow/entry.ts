import type { AddressKind, FirstWay, SignInPolicy } from '../../domain/flow/policy.ts';
import { isIdentityKind } from '../../vocabulary/flows.ts';
import { looksLikePhone } from './address.ts';
import type { Step } from './step.ts';

/** The content of the first page of a sign-in: the field for the identifier, or then one of the ways to sign in. */
export type Entry = 'identifier' | 'password' | 'code' | 'passkey';

const entryOf: Record<FirstWay, Exclude<Entry, 'identifier'>> = {
  password: 'password',
  passkey: 'passkey',
  'email-code': 'code',
  'phone-code': 'code',
};

/** True if a person can sign in with a passkey on the first page. */
export const isPasskeyOffered = ({ policy, flow }: Pick<Step, 'policy' | 'flow'>): boolean =>
  flow.purpose === 'sign-in' && policy.first.includes('passkey') && flow.canUsePasskeys;

/** True if the identifier comes first, and then the way. Otherwise the only way needs nothing else. */
export const hasEntries = ({ policy, flow }: { policy: SignInPolicy; flow: EntryFlow }): boolean =>
  flow.purpose === 'sign-in' && policy.first.includes('password') && !hasIdentity(flow);

type EntryFlow = Pick<Step['flow'], 'purpose' | 'verifications'>;

/** True if an identity is proven, whose person proves the account that it is linked with. */
export const hasIdentity = ({ verifications }: Pick<EntryFlow, 'verifications'>): boolean =>
  verifications.some(({ kind }) => isIdentityKind(kind));

/** True if a code can be sent to what was typed, as far as it shows; a username is no address. */
export const canReceive = (addresses: readonly AddressKind[], identifier: string): boolean =>
  addresses.some(
    (kind) => !identifier || (kind === 'email' ? identifier.includes('@') : looksLikePhone.test(identifier)),
  );

interface Typed {
  identifier: string;
  addresses: readonly AddressKind[];
  /** The way of the last sign-in in this browser. */
  lastWay: string | undefined;
}

/**
 * The way that follows the identifier: the last one of this browser, else the first one of the policy. It does not
 * depend on the account, so it does not reveal which ones exist. Passkeys are offered before; without an earlier one in
 * this browser, most people have none.
 */
export function usualEntry(step: Pick<Step, 'policy' | 'flow'>, { identifier, addresses, lastWay }: Typed): Entry {
  const isUsable: Record<FirstWay, boolean> = {
    password: true,
    passkey: lastWay === 'passkey' && isPasskeyOffered(step),
    'email-code': canReceive(addresses, identifier),
    'phone-code': canReceive(addresses, identifier),
  };
  const { first } = step.policy;
  const last = first.filter((one) => one === lastWay);
  const inOrder = [...last, ...first];
  const way = inOrder.find((one) => isUsable[one]);
  return way ? entryOf[way] : 'password';
}
