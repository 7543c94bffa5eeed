import { day, second } from '../durations.ts';

/** State of the circuit breaker of an endpoint. */
export interface Health {
  /** Consecutive failed attempts. */
  failures: number;
  /** Time of the first of them; null if the last attempt succeeded. */
  failingSince: Date | null;
  /** Nothing is sent to it before this instant. */
  pausedUntil: Date | null;
}

/** Outcome of an attempt. */
export interface Reply {
  isSuccess: boolean;
  at: Date;
  /** Milliseconds of the endpoint's `Retry-After`; 0 without one. */
  pauseMs: number;
}

/** Consecutive failures that open the circuit: then one request at a time, with pauses between, until one succeeds. */
const openAfter = 5;
/** Pauses double from the first to the longest. */
const firstPause = 5 * second;
const longestPause = 60 * second;
/** Upper bound for the `Retry-After` of an endpoint. */
const maxRetryAfter = 3600 * second;
/** An endpoint that has only failed for this long is disabled. */
const disableAfter = 5 * day;

export const isCircuitOpen = ({ failures }: Pick<Health, 'failures'>): boolean => failures >= openAfter;

/**
 * The state after an attempt. Concurrent requests open the circuit together; only a request that was sent while it was
 * open (`isProbe`) makes the next pause longer.
 */
export function healthAfter(health: Health, { isSuccess, at, pauseMs }: Reply, isProbe: boolean): Health {
  const failed = isProbe ? health.failures + 1 : Math.min(health.failures + 1, openAfter);
  const failures = isSuccess ? 0 : failed;
  const backoff = isCircuitOpen({ failures }) ? Math.min(firstPause * 2 ** (failures - openAfter), longestPause) : 0;
  const pause = Math.max(backoff, isSuccess ? 0 : Math.min(pauseMs, maxRetryAfter));
  return {
    failures,
    failingSince: isSuccess ? null : (health.failingSince ?? at),
    pausedUntil: pause ? new Date(at.getTime() + pause) : null,
  };
}

export const hasFailedTooLong = ({ failingSince }: Pick<Health, 'failingSince'>, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= disableAfter;

export const isPaused = ({ pausedUntil }: Pick<Health, 'pausedUntil'>, now: Date): boolean =>
  pausedUntil !== null && pausedUntil > now;

/**
 * When the pause of an endpoint ends after a redelivery was requested: within a second. Not immediately, or each call
 * would send a request to a failing endpoint.
 */
export function pauseAfterRequest({ pausedUntil }: Pick<Health, 'pausedUntil'>, now: Date): Date | null {
  const soon = new Date(now.getTime() + second);
  return pausedUntil && pausedUntil > soon ? soon : pausedUntil;
}
