import type { Logger } from '../platform/logger.ts';

/** The receiver of a request; `http` before it is known. */
type RequestChannel = 'graphql' | 'rest' | 'oidc' | 'pages' | 'http';

/** Ids of the request, and where in it. */
type Details = Readonly<Record<string, unknown>>;

/** Logs an unexpected failure of a request: the same message for all channels, for which one alert is enough. */
export function logFailure(
  logger: Pick<Logger, 'error'>,
  channel: RequestChannel,
  err: unknown,
  details: Details,
): void {
  logger.error({ err, channel, ...details }, 'request: failed');
}

/** Logs that PostgreSQL canceled a statement of a read at its time limit. */
export function logSlowRead(logger: Pick<Logger, 'warn'>, channel: RequestChannel, details: Details): void {
  logger.warn({ channel, ...details }, 'request: a read took too long');
}
