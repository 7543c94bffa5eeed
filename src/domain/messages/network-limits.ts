import { hour } from '../durations.ts';

/**
 * Limits of the actions of all clients of one network together within a window. Guesses that are spread over many
 * accounts reach no limit of an account. `usernames` are those that are tried for a new account: a taken one reveals
 * that an account exists.
 */
export const networkLimits = { failures: 100, recipients: 30, signUps: 20, usernames: 100 } as const;
export type NetworkLimitKind = keyof typeof networkLimits;

/** Milliseconds of a window. It begins with the first failure, recipient, sign-up or username. */
export const networkWindow = hour;
