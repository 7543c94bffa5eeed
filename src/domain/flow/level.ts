import {
  acrValues,
  type Level,
  type RequestedLevel,
  requestedLevels,
  type VerificationKind,
} from '../../vocabulary/flows.ts';
import type { Verification } from './facts.ts';

/** True if a kind only counts beside another one. An email never does: its reader can reset the password. */
const isSecond = (kind: VerificationKind): boolean => kind === 'totp' || kind === 'backup-code';

/** The level of what a person has proven, with different authenticators: 0 before the first one. */
export function levelOf(all: readonly VerificationKind[]): Level | 0 {
  const kinds = all.filter((kind) => kind !== 'vouched-email');
  if (kinds.includes('passkey') || kinds.includes('identity-mfa')) return 2;
  if (!kinds.some((kind) => !isSecond(kind))) return 0;
  return kinds.some(isSecond) ? 2 : 1;
}

/** The claim `acr`: `phr` if the person has proven nothing but passkeys. */
export function acrOf(kinds: readonly VerificationKind[], level: Level): string {
  const [one, two, phishingResistant] = acrValues;
  if (level === 1) return one;
  return kinds.every((kind) => kind === 'passkey') ? phishingResistant : two;
}

/**
 * The level that an application asks for: the first value of the parameter `acr_values` that is known (OpenID Connect
 * Core 1.0 §3.1.2.1).
 */
export function requestedLevel(values: string | undefined): RequestedLevel {
  const indexes = (values ?? '').split(' ').map(placeOf);
  return requestedLevels[indexes.find((index) => index >= 0) ?? 0] ?? 1;
}

/** True if a session with this claim `acr` has the level that an application asks for. */
export const satisfies = (acr: string | undefined, requested: RequestedLevel): boolean =>
  requestedLevels.indexOf(requestedLevel(acr)) >= requestedLevels.indexOf(requested);

/** True if a claim `acr` has at least the level of another one. One that is unknown or missing has none. */
export const reaches = (acr: string, required: string): boolean => placeOf(acr) >= Math.max(placeOf(required), 0);

const placeOf = (acr: string): number => acrValues.findIndex((value) => value === acr);

/**
 * The time of the authentication: the latest one from which on the verifications reach the level of all of them.
 * Undefined without any.
 */
export function authenticatedAt(verifications: readonly Pick<Verification, 'kind' | 'verifiedAt'>[]): Date | undefined {
  const level = levelOf(verifications.map(({ kind }) => kind));
  const newest = verifications.toSorted((one, other) => other.verifiedAt.getTime() - one.verifiedAt.getTime());
  const kinds: VerificationKind[] = [];
  return newest.find(({ kind }) => kinds.push(kind) && levelOf(kinds) === level)?.verifiedAt;
}

/** Authentication methods (RFC 8176), which has none for a sign-in elsewhere. */
const methods: Record<Exclude<VerificationKind, 'session'>, readonly string[]> = {
  password: ['pwd'],
  email: ['otp'],
  phone: ['sms'],
  'one-time-token': ['otp'],
  totp: ['otp'],
  'backup-code': ['otp'],
  passkey: ['pop', 'user'],
  identity: [],
  'identity-mfa': [],
  'vouched-email': [],
};

/** The claim `amr`. `mfa`: with two authenticators. */
export function amrOf(kinds: readonly VerificationKind[], level: Level, earlier: readonly string[] = []): string[] {
  const used = kinds.flatMap((kind) => (kind === 'session' ? earlier : methods[kind]));
  return [...new Set([...used, ...(level === 2 ? ['mfa'] : [])])];
}
