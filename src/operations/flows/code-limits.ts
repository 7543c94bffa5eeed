import { messageLimitKey, type LimitedMessages, messageLimitKeyPurpose } from '../../domain/flow/secrets.ts';
import type { AddressKind } from '../../domain/flow/policy.ts';
import { accountCodeLimits, callingCodeLimits, codeLimits, smsLimits } from '../../domain/messages/message-limits.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { countMessage } from '../../store/flows/message-limits.ts';
import { countRecipient } from '../../store/flows/network-limits.ts';
import { networkKeyOf } from './limit-keys.ts';

interface CodeRequest {
  address: string;
  /** Of a phone number; null for an email address. */
  callingCode: string | null;
  isOwnBrowser: boolean;
  network: string | null;
  /** The account that adds the address; null for a sign-in. */
  accountId: string | null;
}

/** The limits of a code. */
interface CodeLimits {
  kind: AddressKind;
  /** Identifies the address, for all who request codes. */
  addressKey: Buffer;
  /** Under which the code is counted: for its address, the country calling code of a phone number, the account. */
  key: Buffer;
  callingCodeKey: Buffer | null;
  accountKey: Buffer | null;
  networkKey: Uint8Array | null;
}

export function codeLimitsOf(
  secretBox: Pick<SecretBox, 'derive'>,
  { address, callingCode, isOwnBrowser, network, accountId }: CodeRequest,
): CodeLimits {
  const secret = secretBox.derive(messageLimitKeyPurpose);
  const keyOf = (limited: LimitedMessages) => messageLimitKey(secret, limited);
  return {
    kind: callingCode === null ? 'email' : 'phone',
    addressKey: keyOf({ codesTo: address, isOwnBrowser: false }),
    key: keyOf({ codesTo: address, isOwnBrowser }),
    callingCodeKey: callingCode === null ? null : keyOf({ codesToCallingCode: callingCode, isOwnBrowser }),
    accountKey: accountId === null ? null : keyOf({ codesOfAccount: accountId }),
    networkKey: networkKeyOf(secretBox, 'recipients', network),
  };
}

interface Limited {
  refused: 'network-limited' | 'too-many-messages' | 'too-soon';
  until: Date | null;
  reason: 'network-limited' | 'too-many-messages';
  /** Whether it is the first code for the address that the limit refuses. */
  isFirst: boolean;
}

/** Counts a code. Returns the limit that it exceeds. */
export async function countCode(
  tx: Transaction,
  { kind, addressKey, key, callingCodeKey, accountKey, networkKey }: CodeLimits,
  now: Date,
): Promise<Limited | undefined> {
  const limitedUntil = networkKey && (await countRecipient(tx, networkKey, addressKey, now));
  if (limitedUntil)
    return { refused: 'network-limited', until: limitedUntil, reason: 'network-limited', isFirst: false };
  const reason = 'too-many-messages';
  const counting = [
    { key, limits: kind === 'phone' ? smsLimits : codeLimits },
    ...(callingCodeKey ? [{ key: callingCodeKey, limits: callingCodeLimits }] : []),
    ...(accountKey ? [{ key: accountKey, limits: accountCodeLimits }] : []),
  ];
  const counted = await countMessage(tx, counting, now);
  if (counted.may) return undefined;
  const { isLimited, until } = counted;
  return { refused: isLimited ? reason : 'too-soon', until, reason, isFirst: counted.isFirst && counted.key === key };
}
