import { day, hour } from '../durations.ts';
import { networkWindow } from './network-limits.ts';

/**
 * Limits of the actions of a person within a window, through all applications: with their own account, and acting as
 * others. A username that is taken reveals that an account exists; each consent, and its end, is an event.
 */
export const accountLimits = {
  accountFlows: { most: 30, window: hour },
  accountUsernames: { most: 20, window: hour },
  accountAvatars: { most: 10, window: hour },
  accountExports: { most: 3, window: day },
  consents: { most: 30, window: hour },
  impersonations: { most: 30, window: hour },
} as const;
export type AccountLimitKind = keyof typeof accountLimits;

/** Milliseconds after which a counter is over, whether it is of a network or of an account. */
export const longestWindow = Math.max(networkWindow, ...Object.values(accountLimits).map(({ window }) => window));
