import { type ServerResponse, STATUS_CODES } from 'node:http';
import { type ErrorCode, retryAfter } from '../vocabulary/errors.ts';

/** A problem document (RFC 9457) of the generic type: the title is the status phrase (§4.2.1). */
export interface Problem {
  type: 'about:blank';
  title: string;
  status: number;
  /** The error code, in the Management API. */
  code?: ErrorCode;
  /** One sentence, without secrets or input of the client. */
  detail?: string;
  /** The id of the request, under which the log has the error. */
  reference?: string;
}

export const problemType = 'application/problem+json';

export function problem(status: number, more: Pick<Problem, 'code' | 'detail' | 'reference'> = {}): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, ...more };
}

/** The header that states when to try again, in seconds (RFC 9110 §10.2.3); none if that is not known. */
export const retryAfterHeader = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { 'retry-after': String(seconds) };

/** The problem that the database does not respond, and its headers. */
export const outageProblem = problem(503, { detail: 'The database does not respond. Try again in a moment.' });
export const outageHeaders = retryAfterHeader(retryAfter.SERVICE_UNAVAILABLE);

/** The problem that a body has a content coding, and its headers (RFC 9110 §15.5.16). */
export const codingProblem = problem(415, { code: 'BAD_USER_INPUT', detail: 'The body must not be compressed.' });
export const codingHeaders = { 'accept-encoding': 'identity' };

/** Sends a problem. If the response has begun, it can only be cut off. */
export function sendProblem(response: ServerResponse, document: Problem, headers: Record<string, string> = {}): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify(document);
  response.writeHead(document.status, {
    'content-type': problemType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(body);
}
