import { acrValues, type Level, levels, type VerificationKind } from '../../vocabulary/flows.ts';

/** Whether a kind only counts beside another one. An email never does: who reads it can reset the password. */
const isSecond = (kind: VerificationKind): boolean => kind === 'totp' || kind === 'backup-code';

/** The level of what a person has proven, with different authenticators: 0 before the first one. */
export function levelOf(kinds: readonly VerificationKind[]): Level | 0 {
  if (kinds.includes('passkey')) return 2;
  if (!kinds.some((kind) => !isSecond(kind))) return 0;
  return kinds.some(isSecond) ? 2 : 1;
}

export const acrOf = (level: Level): string => acrValues[level - 1] ?? acrValues[0];

/**
 * The level that an application asks for: the first value of the parameter `acr_values` that is known (OpenID Connect
 * Core 1.0 §3.1.2.1), or an `acr` claim.
 */
export function requestedLevel(values: string | undefined): Level {
  const known = (values ?? '').split(' ').map((value) => acrValues.findIndex((acr) => acr === value));
  return levels[known.find((index) => index >= 0) ?? 0] ?? 1;
}

/** Authentication methods (RFC 8176). */
const methods: Record<Exclude<VerificationKind, 'session'>, readonly string[]> = {
  password: ['pwd'],
  email: ['otp'],
  phone: ['sms'],
  'one-time-token': ['otp'],
  totp: ['otp'],
  'backup-code': ['otp'],
  passkey: ['pop', 'user'],
};

/** The claim `amr`. `mfa`: with two authenticators. */
export function amrOf(kinds: readonly VerificationKind[], level: Level, earlier: readonly string[] = []): string[] {
  const used = kinds.flatMap((kind) => (kind === 'session' ? earlier : methods[kind]));
  return [...new Set([...used, ...(level === 2 ? ['mfa'] : [])])];
}
