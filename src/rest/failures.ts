import type { RequestIds } from '../domain/trace-context.ts';
import {
  databaseOutage,
  Failure,
  type FieldProblem,
  signInChallenge,
  tooSlow,
  unexpectedError,
} from '../domain/failure.ts';
import { type Problem, problem, retryAfterHeader } from '../http/problem.ts';
import { logFailure, logSlowRead } from '../http/request-log.ts';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import { errorCodes, retryAfter } from '../vocabulary/errors.ts';
import type { RestResponse } from './route.ts';

/** Error codes of statuses; BAD_USER_INPUT for all others. */
const codes: Readonly<Record<number, Failure['code']>> = { 403: 'FORBIDDEN', 404: 'NOT_FOUND' };

/** A refusal with a status of HTTP rather than that of its error code. */
export class HttpFailure extends Failure {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, more: { headers?: Record<string, string>; path?: string[] } = {}) {
    const { headers = {}, path } = more;
    super(
      codes[status] ?? 'BAD_USER_INPUT',
      message,
      path ? [{ path, code: status === 413 ? 'TOO_LONG' : 'INVALID_FORMAT', message }] : [],
    );
    this.status = status;
    this.headers = headers;
  }
}

/** A problem document (RFC 9457) with the error code and the path of each invalid field. */
export interface FailureDocument extends Problem {
  code: Failure['code'];
  problems?: readonly FieldProblem[];
  /** Missing permissions. */
  permissions?: readonly string[];
  /** The version of the record, which is not the expected one. */
  currentVersion?: number;
  /** The sign-in that is required: seconds since it at most, and its level. */
  maxAge?: number;
  acrValues?: string;
}

interface FailureContext extends RequestIds {
  logger: Logger;
  database: Pick<Database, 'availability'>;
}

/** The response to an error. Unexpected errors are logged, and only a reference to the log is returned. */
export function failureResponse(
  error: unknown,
  { requestId, traceId, logger, database }: FailureContext,
): RestResponse & { json: FailureDocument } {
  if (error instanceof Failure && error.code !== 'INTERNAL_SERVER_ERROR') return refusalResponse(error);
  if (database.availability.isTimeout(error)) {
    logSlowRead(logger, 'rest', { requestId, traceId });
    return refusalResponse(tooSlow());
  }
  if (database.availability.isOutage(error)) return refusalResponse(databaseOutage());
  logFailure(logger, 'rest', error, { requestId, traceId });
  return {
    status: 500,
    json: { ...problem(500, { detail: unexpectedError, reference: requestId }), code: 'INTERNAL_SERVER_ERROR' },
  };
}

function refusalResponse(failure: Failure): RestResponse & { json: FailureDocument } {
  const { code, message, problems, permissions, currentVersion, maxAge, acrValues } = failure;
  const isHttp = failure instanceof HttpFailure;
  const status = isHttp ? failure.status : errorCodes[code].status;
  return {
    status,
    headers: isHttp ? failure.headers : { ...challenge(failure), ...whenToRetry(failure) },
    json: {
      ...problem(status, { detail: message }),
      code,
      ...(problems.length && { problems }),
      ...(permissions.length && { permissions }),
      ...(currentVersion !== undefined && { currentVersion }),
      ...(maxAge !== undefined && { maxAge }),
      ...(acrValues !== undefined && { acrValues }),
    },
  };
}

// RFC 6750 §3.1: the error of the token; without a token, see `Unauthenticated`.
const challenge = (failure: Failure): Record<string, string> => {
  const signIn = signInChallenge(failure);
  if (signIn !== undefined) return { 'www-authenticate': signIn };
  if (failure instanceof Unauthenticated) return { 'www-authenticate': failure.challenge };
  return failure.code === 'FORBIDDEN' ? { 'www-authenticate': 'Bearer error="insufficient_scope"' } : {};
};

const whenToRetry = ({ code, retryAfter: seconds = retryAfter[code] }: Failure) => retryAfterHeader(seconds);

/**
 * Missing or invalid access token, with the challenge of RFC 6750 §3, without error code if no token was sent, and the
 * address of the metadata (RFC 9728 §5.1).
 */
export class Unauthenticated extends Failure {
  readonly challenge: string;

  constructor(message: string, hadToken: boolean, metadataUrl: string) {
    super('UNAUTHENTICATED', message);
    const metadata = `resource_metadata="${metadataUrl}"`;
    this.challenge = hadToken ? `Bearer error="invalid_token", ${metadata}` : `Bearer ${metadata}`;
  }
}
