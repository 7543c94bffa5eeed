import { hour } from './durations.ts';

/**
 * What the people of one network may do within a window: that many failed attempts, recipients of codes and sign-ups.
 * Guesses that are spread over many accounts reach no limit of an account.
 */
export const networkLimits = { failures: 100, recipients: 30, signUps: 20 } as const;
export type NetworkLimitKind = keyof typeof networkLimits;

/** A window begins with the first one (ms). */
export const networkWindow = hour;
