import type { Logger } from '../platform/logger.ts';
import type { Channel } from '../vocabulary/events.ts';

/** The channel of a request, as events have it; `http` for what no event comes through, or before it is known. */
type RequestChannel = Channel | 'http';

/** Ids of the request, and where in it. */
type Details = object;

/** Logs an unexpected failure of a request: the same message for all channels, for which one alert is enough. */
export function logFailure(
  logger: Pick<Logger, 'error'>,
  channel: RequestChannel,
  err: unknown,
  details: Details,
): void {
  logger.error({ err, channel, ...details }, 'request: failed');
}

/** The outcome of an item of a bulk operation; with the unexpected error, if that is why it failed. */
interface ItemResult {
  index: number;
  failure?: { fault?: unknown } | null | undefined;
}

/** Logs the unexpected failures of the items of a bulk operation. */
export function logFaults(
  logger: Pick<Logger, 'error'>,
  channel: RequestChannel,
  results: readonly ItemResult[],
  details: Details,
): void {
  for (const { index, failure } of results)
    if (failure?.fault !== undefined) logFailure(logger, channel, failure.fault, { ...details, item: index });
}

/** Logs that PostgreSQL canceled a statement of a read at its time limit. */
export function logSlowRead(logger: Pick<Logger, 'warn'>, channel: RequestChannel, details: Details): void {
  logger.warn({ channel, ...details }, 'request: a read took too long');
}
