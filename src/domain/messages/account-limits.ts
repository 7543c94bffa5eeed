import { day, hour } from '../durations.ts';

/**
 * How often a person may do something with their own account within a window, through whichever application. A username
 * that is taken reveals that an account exists.
 */
export const accountLimits = {
  accountFlows: { most: 30, window: hour },
  accountUsernames: { most: 20, window: hour },
  accountAvatars: { most: 10, window: hour },
  accountExports: { most: 3, window: day },
} as const;
export type AccountLimitKind = keyof typeof accountLimits;
