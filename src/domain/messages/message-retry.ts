import { minute, second } from '../durations.ts';

const longestDelay = 15 * minute;

/** Milliseconds from a failed attempt to the next one: 2 s, 4 s, 8 s … up to 15 minutes. */
export const messageRetryDelay = (attempts: number): number => Math.min(2 ** attempts * second, longestDelay);
