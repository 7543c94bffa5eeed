import { day, second } from './durations.ts';

/** How an endpoint has been doing. */
export interface Health {
  /** Attempts that failed in a row. */
  failures: number;
  /** Since when; null when the last attempt succeeded. */
  failingSince: Date | null;
  /** Nothing is sent to it before this instant. */
  pausedUntil: Date | null;
}

/** What one attempt came to. */
export interface Reply {
  isSuccess: boolean;
  at: Date;
  /** Milliseconds for which the endpoint asked to be left alone; 0 when it did not. */
  pauseMs: number;
}

/** After so many failures in a row the circuit is open: one request at a time, with rests between, until one succeeds. */
const breaksAfter = 5;
/** Rests double from the first to the longest. */
const firstRest = 5 * second;
const longestRest = 60 * second;
/** No endpoint puts off everything that is for it for longer than this. */
const longestPause = 3600 * second;
/** An endpoint that does nothing but fail for so long is given up. */
const givesUpAfter = 5 * day;

export const isBroken = ({ failures }: Pick<Health, 'failures'>): boolean => failures >= breaksAfter;

/**
 * How an endpoint does after a reply. Requests that were under way together break the circuit together; only one that was sent to an
 * endpoint whose circuit was open (`isProbe`) makes the next rest longer.
 */
export function healthAfter(health: Health, { isSuccess, at, pauseMs }: Reply, isProbe: boolean): Health {
  const failed = isProbe ? health.failures + 1 : Math.min(health.failures + 1, breaksAfter);
  const failures = isSuccess ? 0 : failed;
  const rest = isBroken({ failures }) ? Math.min(firstRest * 2 ** (failures - breaksAfter), longestRest) : 0;
  const pause = Math.max(rest, isSuccess ? 0 : Math.min(pauseMs, longestPause));
  return {
    failures,
    failingSince: isSuccess ? null : (health.failingSince ?? at),
    pausedUntil: pause ? new Date(at.getTime() + pause) : null,
  };
}

export const isHopeless = ({ failingSince }: Pick<Health, 'failingSince'>, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= givesUpAfter;

export const isPaused = ({ pausedUntil }: Pick<Health, 'pausedUntil'>, now: Date): boolean =>
  pausedUntil !== null && pausedUntil > now;

/**
 * When the rest of an endpoint ends after a call asks for a delivery now: within a second. Not at once, or every such call
 * would send another request to a failing endpoint.
 */
export function pauseAfterRequest({ pausedUntil }: Pick<Health, 'pausedUntil'>, now: Date): Date | null {
  const soon = new Date(now.getTime() + second);
  return pausedUntil && pausedUntil > soon ? soon : pausedUntil;
}
