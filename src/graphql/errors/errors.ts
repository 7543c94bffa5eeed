import type { RequestIds } from '../../domain/trace-context.ts';
import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import {
  databaseOutage,
  Failure,
  type FieldProblem,
  signInChallenge,
  tooSlow,
  unexpectedError,
} from '../../domain/failure.ts';
import { logFailure, logSlowRead } from '../../http/request-log.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { errorCodes, retryAfter } from '../../vocabulary/errors.ts';
import { OverLimit } from '../context/limits.ts';
import { problemsAt } from './literal-paths.ts';
import { withoutValues } from './redact-values.ts';
import { retryAfterHeader } from '../../http/problem.ts';

/** The request in which an error occurred. */
export interface ErrorContext extends RequestIds {
  logger: Logger;
  database: Pick<Database, 'availability'>;
}

/** A result of GraphQL execution. */
interface Result {
  data?: unknown;
  errors?: readonly GraphQLError[];
}

/**
 * Writes all errors that callers see. `extensions.code` is a code of vocabulary/errors.ts, `extensions.problems` lists
 * each invalid field with its path, `extensions.permissions` each missing permission; `extensions.currentVersion` is
 * the version of the record, `extensions.maxAge` the number of seconds for which a sign-in is recent, and
 * `extensions.acrValues` its level. An unexpected error is logged, and the caller only gets the reference.
 */
export function withPublicErrors<R extends Result>(result: R, context: ErrorContext): R {
  if (!result.errors) return result;
  const overLimit = result.errors.find((error) => innermost(error) instanceof OverLimit);
  // As any other limit of a document: one error, without data.
  if (overLimit && 'data' in result) return withPublicErrors(withoutData(result, overLimit), context);
  // Without `data` nothing was executed, and the HTTP status shows the error, too (GraphQL over HTTP, §6.4).
  const completeness = 'data' in result ? (isEmpty(result.data) ? 'empty' : 'partial') : 'refused';
  return { ...result, errors: result.errors.map((error) => publicError(error, completeness, context)) };
}

function withoutData<R extends Result>(result: R, { message, nodes, originalError }: GraphQLError): R {
  const refused = { ...result, errors: [new GraphQLError(message, { nodes, originalError })] };
  delete refused.data;
  return refused;
}

/** Lack of capacity, of a token, and of a recent sign-in: the whole request can be repeated. */
const statusCodes = new Set<Failure['code']>([
  'SERVICE_UNAVAILABLE',
  'UNAUTHENTICATED',
  'INSUFFICIENT_USER_AUTHENTICATION',
]);

/** The result has no `data`, only null values in it, or other values. */
type Completeness = 'refused' | 'empty' | 'partial';

const isEmpty = (data: unknown): boolean => Object.values(data ?? {}).every((value) => value === null);

function publicError(error: GraphQLError, completeness: Completeness, context: ErrorContext): GraphQLError {
  const failure = failureOf(error) ?? unexpected(error, context);
  const { code, problems, permissions, currentVersion, maxAge, acrValues, message } = failure;
  const extensions: GraphQLErrorExtensions = {
    code,
    ...(problems.length && { problems }),
    ...(permissions.length && { permissions }),
    ...(currentVersion !== undefined && { currentVersion }),
    ...(maxAge !== undefined && { maxAge }),
    ...(acrValues !== undefined && { acrValues }),
  };
  if (code === 'INTERNAL_SERVER_ERROR') extensions['reference'] = context.requestId;
  // A result without data gets an HTTP status for these, so that clients and proxies can retry or get a token.
  const isRefused = completeness === 'refused' || (completeness === 'empty' && statusCodes.has(code));
  if (isRefused) extensions['http'] = httpOf(failure, error);
  const { nodes, source, positions, path } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

/** The Failure of an error; undefined if the error is unexpected. */
function failureOf(error: GraphQLError): Failure | undefined {
  const cause = innermost(error);
  if (cause instanceof Failure) return cause;
  if (!isAboutRequest(error, cause)) return undefined;
  const problems = problemsAt(error);
  // An error about a value has its path, as in variables. Others without a path in the result are about the document.
  const code = problems.length || error.path || !error.source ? 'BAD_USER_INPUT' : 'INVALID_DOCUMENT';
  return new Failure(code, withoutValues(error.message), problems);
}

/** The error that was thrown, without GraphQL's wrappers. */
export function innermost(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? innermost(error.originalError) : error;
}

/**
 * Whether the request caused the error: it has a position in the document, or a library rejected the request. During
 * execution (the error has a path), a GraphQLError without a position means that a result could not be serialized.
 */
function isAboutRequest(error: GraphQLError, cause: unknown): boolean {
  if (!error.path) return Boolean(error.source) || (cause instanceof GraphQLError && !cause.extensions['unexpected']);
  return cause instanceof GraphQLError && (Boolean(cause.nodes) || cause.name === 'PothosValidationError');
}

function unexpected(error: GraphQLError, { requestId, traceId, logger, database }: ErrorContext): Failure {
  const details = { requestId, traceId, path: error.path?.join('.') };
  if (database.availability.isTimeout(innermost(error))) {
    logSlowRead(logger, 'graphql', details);
    return tooSlow();
  }
  if (database.availability.isOutage(innermost(error))) return databaseOutage();
  logFailure(logger, 'graphql', innermost(error), details);
  return new Failure('INTERNAL_SERVER_ERROR', unexpectedError);
}

/**
 * Status and headers of a rejected request. `spec` marks errors in the document or its variables, which get status 200
 * if the client only accepts application/json (GraphQL over HTTP, §6.4.1).
 */
function httpOf(failure: Failure, { extensions: { http }, source }: GraphQLError): object {
  const { code, retryAfter: seconds = retryAfter[code] } = failure;
  const challenge = signInChallenge(failure);
  if (http) return { ...http, spec: Boolean(source) };
  if (requestErrors.has(errorCodes[code].status)) return { status: 400, spec: true };
  const headers = {
    ...retryAfterHeader(seconds),
    // RFC 6750 §3: without an error code, because there was no token; see `authentication` for one that is refused.
    ...(code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer' }),
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
  };
  return { status: errorCodes[code].status, headers };
}

/** Statuses in REST of errors that have status 400 in GraphQL. */
const requestErrors = new Set<number>([400, 422]);

/** Arguments of mutations besides `input`. */
const callArguments = new Set<unknown>(['expectedVersion', 'idempotencyKey']);

/** Adds the argument `input` to the paths of the problems of a Failure, except those of other arguments. */
export const belowInput = (error: unknown): unknown =>
  error instanceof Failure ? error.withProblems(error.problems.map(below)) : error;

const below = (problem: FieldProblem): FieldProblem =>
  callArguments.has(problem.path[0]) ? problem : { ...problem, path: ['input', ...problem.path] };
