import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { AttemptLimitKind } from '../people/attempt-limits.ts';
import type { AccountLimitKind } from '../messages/account-limits.ts';
import type { NetworkLimitKind } from '../messages/network-limits.ts';

/** Purposes of the keys that are derived from SECRETS_KEY. */
export const codeKeyPurpose = 'flow-codes';
export const limitKeyPurpose = 'attempt-limits';
export const messageLimitKeyPurpose = 'message-limits';
export const networkLimitKeyPurpose = 'network-limits';
export const flowSecretKeyPurpose = 'flow-secrets';

/**
 * Attempts that are counted together: those for an account, whichever of its identifiers is used; those of a known
 * device of an account, so that other people cannot lock its user out; and those for an identifier, with or without an
 * account. Before the account is proven, only a lock of the typed identifier is shown: otherwise it would show which
 * ones belong together.
 */
export type LimitedAttempts = { userId: string } | { deviceId: string } | { identifier: string };

/** The key of the limit of an account. Identifiers are not stored, and limits do not show which accounts exist. */
export function limitKey(key: Uint8Array, kind: AttemptLimitKind, limited: LimitedAttempts): Buffer {
  return hmac(key, JSON.stringify([kind, limited]));
}

/**
 * Messages that are counted together: codes that anybody requests for an address, or for all numbers with a calling
 * code; those that people request in their own browsers, which others cannot use up; those by which an account adds
 * addresses; and those of the Management API, where each organization whose administrators have no rights elsewhere is
 * counted by itself.
 */
export type LimitedMessages =
  | { codesTo: string; isOwnBrowser: boolean }
  | { codesToCallingCode: string; isOwnBrowser: boolean }
  | { codesOfAccount: string }
  | { managementTo: string; organizationId: string | null };

/** The key of the limit of messages. Addresses are not stored. */
export const messageLimitKey = (key: Uint8Array, limited: LimitedMessages): Buffer =>
  hmac(key, JSON.stringify(limited));

/** The key of the limit of a network, or of an account, which is not stored itself. */
export const networkLimitKey = (key: Uint8Array, kind: NetworkLimitKind | AccountLimitKind, counted: string): Buffer =>
  hmac(key, JSON.stringify([kind, counted]));

/** Digits of a code (ASVS 6.5.5). */
const codeLength = 6;

/** A code from eight random bytes. */
export const newCode = (random: Uint8Array): string =>
  (Buffer.from(random).readBigUInt64BE() % 10n ** BigInt(codeLength)).toString().padStart(codeLength, '0');

/** The hash of a code for a challenge. */
export const codeHash = (key: Uint8Array, challengeId: string, code: string): Buffer =>
  hmac(key, `${challengeId}.${code}`);

export const isCode = (keys: readonly Uint8Array[], stored: Uint8Array, challengeId: string, code: string): boolean =>
  keys.some((key) => timingSafeEqual(codeHash(key, challengeId, code), stored));

/** The hash of the secret of a backup code. It is stored encrypted: 50 bits are too few for a fast hash alone. */
export const backupCodeHash = (userId: string, secret: string): Buffer =>
  hash('sha256', JSON.stringify([userId, secret]), 'buffer');

export const isBackupCode = (stored: Uint8Array, userId: string, secret: string): boolean =>
  timingSafeEqual(backupCodeHash(userId, secret), stored);

/**
 * Secrets of a flow that are derived from its id, so that each page shows the same ones, and nothing is stored before
 * they are confirmed: the challenge of a passkey, which is valid for one version of the flow, and the secret of a new
 * authenticator app, which is for one account.
 */
export type FlowSecret = 'passkey' | 'enrol-passkey' | 'totp';

/** 32 bytes (HMAC-SHA-256). */
export const flowSecret = (key: Uint8Array, secret: FlowSecret, flowId: string, distinct: number | string): Buffer =>
  hmac(key, JSON.stringify([secret, flowId, distinct]));

const hmac = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();
