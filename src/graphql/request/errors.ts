import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import { databaseOutage, Failure, type FieldProblem } from '../../domain/failure.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { errorCodes, retryAfter } from '../../vocabulary/errors.ts';
import { problemsAt } from './literal-positions.ts';
import { withoutValues } from './redact-values.ts';

/** What is known about the request that an error happened in. */
export interface ErrorContext {
  requestId: string;
  logger: Logger;
  database: Pick<Database, 'availability'>;
}

/** The parts of a result that errors are in. */
interface Result {
  data?: unknown;
  errors?: readonly GraphQLError[];
}

/**
 * The one writer of errors: every error that a caller sees has a code of vocabulary/errors.ts in `extensions.code`, and
 * `extensions.problems` names each bad field with its path, `extensions.permissions` each permission that is missing. What nobody foresaw is logged, and answered with no more than the
 * reference under which it stands there.
 */
export function withPublicErrors<R extends Result>(result: R, context: ErrorContext): R {
  if (!result.errors) return result;
  // Without data nothing was executed: then the HTTP status tells as well (GraphQL over HTTP, §6.4).
  const completeness = 'data' in result ? (isEmpty(result.data) ? 'empty' : 'partial') : 'refused';
  return { ...result, errors: result.errors.map((error) => publicError(error, completeness, context)) };
}

/** Whether the result has no data, has it without a value in it, or has some. */
type Completeness = 'refused' | 'empty' | 'partial';

const isEmpty = (data: unknown): boolean => Object.values(data ?? {}).every((value) => value === null);

function publicError(error: GraphQLError, completeness: Completeness, context: ErrorContext): GraphQLError {
  const failure = failureOf(error) ?? fault(error, context);
  const { code, problems, permissions, message } = failure;
  const extensions: GraphQLErrorExtensions = {
    code,
    ...(problems.length && { problems }),
    ...(permissions.length && { permissions }),
  };
  if (code === 'INTERNAL_SERVER_ERROR') extensions['reference'] = context.requestId;
  // A mutation that found no place is refused as a whole, though it was begun: clients and proxies know what to do then.
  const isRefused = completeness === 'refused' || (completeness === 'empty' && code === 'SERVICE_UNAVAILABLE');
  if (isRefused) extensions['http'] = httpOf(failure, error);
  const { nodes, source, positions, path } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

/** The refusal that an error stands for; undefined when it is a fault. */
function failureOf(error: GraphQLError): Failure | undefined {
  const cause = innermost(error);
  if (cause instanceof Failure) return cause;
  return isAboutRequest(error, cause)
    ? new Failure('BAD_USER_INPUT', withoutValues(error.message), problemsAt(error))
    : undefined;
}

/** What was thrown, without what GraphQL wrapped around it. */
export function innermost(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? innermost(error.originalError) : error;
}

/**
 * Whether the request is to blame: the error points at a place in it, or a library found it unacceptable. During execution (the
 * error has a path) an error of GraphQL's own that points nowhere says that our answer could not be serialised.
 */
function isAboutRequest(error: GraphQLError, cause: unknown): boolean {
  if (!error.path) return Boolean(error.source) || (cause instanceof GraphQLError && !cause.extensions['unexpected']);
  return cause instanceof GraphQLError && (Boolean(cause.nodes) || cause.name === 'PothosValidationError');
}

function fault(error: GraphQLError, { requestId, logger, database }: ErrorContext): Failure {
  if (database.availability.isOutage(innermost(error))) return databaseOutage();
  logger.error({ err: innermost(error), requestId, path: error.path?.join('.') }, 'a GraphQL request failed');
  return new Failure('INTERNAL_SERVER_ERROR', 'Unexpected error. It is logged under this reference.');
}

/**
 * Status and headers of a request refused as a whole. `spec` stands for errors in the document or its variables: of those, clients
 * that only know application/json are told with 200 (GraphQL over HTTP, §6.4.1).
 */
function httpOf({ code }: Failure, { extensions: { http }, source }: GraphQLError): object {
  if (http) return { ...http, spec: Boolean(source) };
  if (code === 'BAD_USER_INPUT') return { status: 400, spec: true };
  const seconds = retryAfter[code];
  return { status: errorCodes[code].status, ...(seconds && { headers: { 'retry-after': String(seconds) } }) };
}

/** Arguments of mutations beside `input`. */
const callArguments = new Set<unknown>(['expectedVersion', 'idempotencyKey']);

/** The refusal with the paths of its problems as the caller wrote them: below the argument `input`, but for the other arguments. */
export const belowInput = (error: unknown): unknown =>
  error instanceof Failure ? error.withProblems(error.problems.map(below)) : error;

const below = (problem: FieldProblem): FieldProblem =>
  callArguments.has(problem.path[0]) ? problem : { ...problem, path: ['input', ...problem.path] };
