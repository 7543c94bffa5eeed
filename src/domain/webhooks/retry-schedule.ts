import { hour, minute, second } from '../durations.ts';

/**
 * Milliseconds after each failed attempt (Standard Webhooks, "Deliverability and reliability"). The first attempt is
 * immediate.
 */
const delays = [
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

/** A delivery fails for good after this number of attempts. */
export const maxAttempts = delays.length + 1;

/** Upper bound for `Retry-After`. */
const maxDelay = Math.max(...delays);

/** Delays are extended by up to this fraction, so that deliveries that failed together are not retried together. */
const maxJitter = 0.2;

/**
 * When the next attempt is due after attempt number `attempt` (from 1) failed at `from`; null if it was the last. Never
 * before the schedule or the endpoint's `Retry-After`, of which at most a day counts. `jitter` is random, from 0 to 1.
 */
export function nextAttemptAt(attempt: number, from: Date, jitter: number, retryAfter?: string): Date | null {
  const delay = delays[attempt - 1];
  if (delay === undefined) return null;
  const requested = Math.min(retryAfterMs(retryAfter, from), maxDelay);
  return new Date(from.getTime() + Math.round(Math.max(delay, requested) * (1 + maxJitter * jitter)));
}

// RFC 9110 §5.6.7: the preferred date format, then the two obsolete ones that recipients must accept. The last one has
// no time zone.
const httpDate = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Milliseconds after `from` that a `Retry-After` header (RFC 9110 §10.2.3) requests; 0 if absent, past or invalid. */
export function retryAfterMs(value: string | undefined, from: Date): number {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * second;
  const time = httpDate.test(text) ? Date.parse(text) : asctime.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
  return Number.isNaN(time) ? 0 : Math.max(0, time - from.getTime());
}
