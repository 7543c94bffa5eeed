import { hour, minute } from '../durations.ts';

/**
 * Limits of attempts to authenticate (NIST SP 800-63B §3.2.2: at most 100 failures in a row). Attempts are counted
 * before they are compared, so that the limits are exact however many are made at the same time.
 */
export const attemptLimits = {
  /** The first lock, and the longest one: each lasts twice as long as the one before (ms). */
  firstLock: 15 * minute,
  longestLock: 24 * hour,
  /** Time without an attempt after which the attempts are forgotten, and the locks (ms). */
  quiet: 60 * minute,
  forgotten: 24 * hour,
} as const;

/** The end of a lock that does not end by itself: a new password or an administrator ends it. */
export const endless = new Date('9999-12-31T00:00:00.000Z');

/**
 * The kinds of attempts that limits count: each has its own counter per account, or per identifier that no account has.
 * `attempts` lock the account for a time, and after so many `failures` in a row the lock does not end by itself. `flow`
 * is the one in the event Identifier.Lockout. Codes of a reset are counted separately, so that they never lock a
 * sign-in. Codes of second factors are limited more strictly: who guesses them knows the password.
 */
export const attemptLimitKinds = {
  password: { flow: 'password', attempts: 10, failures: 100 },
  email: { flow: 'verification-code', attempts: 10, failures: 100 },
  phone: { flow: 'verification-code', attempts: 10, failures: 100 },
  reset: { flow: 'verification-code', attempts: 10, failures: 100 },
  'one-time-token': { flow: 'one-time-token', attempts: 10, failures: 100 },
  'second-factor': { flow: 'verification-code', attempts: 5, failures: 50 },
} as const;
export type AttemptLimitKind = keyof typeof attemptLimitKinds;
export const attemptLimitKindNames = Object.keys(attemptLimitKinds) as AttemptLimitKind[];

/** The end of a lock after so many earlier ones, and so many failures in a row. */
export function lockedUntil(
  now: Date,
  kind: AttemptLimitKind,
  { locks, failures }: { locks: number; failures: number },
): Date {
  if (failures >= attemptLimitKinds[kind].failures) return endless;
  return new Date(now.getTime() + Math.min(attemptLimits.firstLock * 2 ** locks, attemptLimits.longestLock));
}
