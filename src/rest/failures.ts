import { databaseOutage, Failure, type FieldProblem } from '../domain/failure.ts';
import { type Problem, problem } from '../http/problem.ts';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import { errorCodes, retryAfter } from '../vocabulary/errors.ts';
import type { Answer } from './route.ts';

/** A request that HTTP has a status of its own for, before it is known what it is about. */
export class HttpFailure extends Failure {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, more: { headers?: Record<string, string>; path?: string[] } = {}) {
    const { headers = {}, path } = more;
    super(status === 404 ? 'NOT_FOUND' : 'BAD_USER_INPUT', message, path ? [{ path, message }] : []);
    this.status = status;
    this.headers = headers;
  }
}

/** A problem document (RFC 9457) with the failure's code and the path of every bad field. */
export interface FailureDocument extends Problem {
  code: Failure['code'];
  problems?: readonly FieldProblem[];
  /** Those that are missing. */
  permissions?: readonly string[];
}

interface Place {
  requestId: string;
  logger: Logger;
  database: Pick<Database, 'availability'>;
}

/** The one writer of failures. What nobody foresaw is logged, and answered with no more than the reference under which it stands there. */
export function failureAnswer(
  error: unknown,
  { requestId, logger, database }: Place,
): Answer & { json: FailureDocument } {
  if (error instanceof Failure && error.code !== 'INTERNAL_SERVER_ERROR') return refusalAnswer(error);
  if (database.availability.isOutage(error)) return refusalAnswer(databaseOutage());
  logger.error({ err: error, requestId }, 'a request to the REST API failed');
  const detail = 'Something unforeseen happened; it is logged under this reference.';
  return {
    status: 500,
    json: { ...problem(500, { detail, reference: requestId }), code: 'INTERNAL_SERVER_ERROR' },
  };
}

function refusalAnswer(failure: Failure): Answer & { json: FailureDocument } {
  const { code, message, problems, permissions } = failure;
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
    },
  };
}

// RFC 6750 §3.1: what is wrong with the token, when there is one; `Unauthenticated` says when there is none.
const challenge = (failure: Failure): Record<string, string> => {
  if (failure instanceof Unauthenticated) return { 'www-authenticate': failure.challenge };
  return failure.code === 'FORBIDDEN' ? { 'www-authenticate': 'Bearer error="insufficient_scope"' } : {};
};

const whenToRetry = ({ code }: Failure): Record<string, string> =>
  retryAfter[code] === undefined ? {} : { 'retry-after': String(retryAfter[code]) };

/** A caller who is not known, and how to become known (RFC 6750 §3): the bare challenge when no token was sent. */
export class Unauthenticated extends Failure {
  readonly challenge: string;

  constructor(message: string, hadToken: boolean) {
    super('UNAUTHENTICATED', message);
    this.challenge = hadToken ? 'Bearer error="invalid_token"' : 'Bearer';
  }
}
