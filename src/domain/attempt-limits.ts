import { hour, minute } from './durations.ts';

/**
 * Limits of attempts to authenticate (NIST SP 800-63B §3.2.2: at most 100 failures in a row). Attempts are counted
 * before they are compared, so that the limits are exact however many are made at the same time.
 */
export const attemptLimits = {
  /** Attempts until the account is locked. */
  attempts: 10,
  /** The first lock, and the longest one: each lasts twice as long as the one before (ms). */
  firstLock: 15 * minute,
  longestLock: 24 * hour,
  /** Failures in a row after which the lock does not end by itself. */
  failures: 100,
  /** Time without an attempt after which the attempts are forgotten, and the locks (ms). */
  quiet: 60 * minute,
  forgotten: 24 * hour,
} as const;

/** The end of a lock that only a new password, or an administrator, ends. */
export const never = new Date('9999-12-31T00:00:00.000Z');

/** What limits count: each has its own counter per account, or per identifier that no account has. */
export const limitedBy = { password: 'password', email: 'verification-code' } as const;

/** The end of a lock after so many earlier ones, and so many failures in a row. */
export function lockedUntil(now: Date, { locks, failures }: { locks: number; failures: number }): Date {
  if (failures >= attemptLimits.failures) return never;
  return new Date(now.getTime() + Math.min(attemptLimits.firstLock * 2 ** locks, attemptLimits.longestLock));
}
