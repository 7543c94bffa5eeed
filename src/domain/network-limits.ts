import { hour } from './durations.ts';

/**
 * What the people of one network may do within a window: that many failed attempts, recipients of codes, sign-ups and
 * usernames that they try for a new account, because a username that is taken reveals an account.
 * Guesses that are spread over many accounts reach no limit of an account.
 */
export const networkLimits = { failures: 100, recipients: 30, signUps: 20, usernames: 100 } as const;
export type NetworkLimitKind = keyof typeof networkLimits;

/** A window begins with the first one (ms). */
export const networkWindow = hour;
