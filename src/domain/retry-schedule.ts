import { hour, minute, second } from './durations.ts';

/** Milliseconds that pass after each failed attempt: Standard Webhooks, "Deliverability and reliability". The first attempt is at once. */
const pauses = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** After so many attempts a delivery is given up. */
export const maxAttempts = pauses.length + 1;

/** No endpoint puts us off for longer than our own longest pause. */
const longestPause = Math.max(...pauses);

/** Pauses grow by up to this part, so that what failed together does not come back together. */
const spread = 0.2;

/**
 * When the attempt after `attempt` (the first is 1), which failed at `from`, is due; null when it was the last. Never sooner than the
 * schedule says, nor than the endpoint asked by `Retry-After`, which counts for at most a day. `jitter` is chance from 0 to 1.
 */
export function nextAttemptAt(attempt: number, from: Date, jitter: number, retryAfter?: string): Date | null {
  const pause = pauses[attempt - 1];
  if (pause === undefined) return null;
  const asked = Math.min(retryAfterMs(retryAfter, from), longestPause);
  return new Date(from.getTime() + Math.round(Math.max(pause, asked) * (1 + spread * jitter)));
}

// RFC 9110 §5.6.7: the preferred form of a date, then the two obsolete ones that everyone must still read. The last names no zone.
const httpDate = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Milliseconds from `from` that the value of a `Retry-After` header (RFC 9110 §10.2.3) asks for; 0 for none, a past time, or nonsense. */
export function retryAfterMs(value: string | undefined, from: Date): number {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * second;
  const time = httpDate.test(text) ? Date.parse(text) : asctime.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
  return Number.isNaN(time) ? 0 : Math.max(0, time - from.getTime());
}
