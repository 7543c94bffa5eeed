import { minute } from '../durations.ts';

/** Times a code can be entered (ASVS 6.5.5), and how long (ms). */
export const codeTries = 5;
export const codeLifetime = 10 * minute;

/** The time for which a person can stay at an identity provider (ms). */
export const providerSignInLifetime = 10 * minute;
