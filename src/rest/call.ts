import { badUserInput, Failure, type FieldProblem, invalidInput } from '../domain/failure.ts';
import { validate } from '../domain/problems.ts';
import type { CallOptions } from '../kernel/types.ts';
import type { PublicOperation } from '../kernel/operation.ts';
import { readObject } from './body.ts';
import { versionIn } from '../http/entity-tags.ts';
import type { RestRequest } from './route.ts';

/** A call of an operation, as requested. */
export interface Call {
  input: Record<string, unknown>;
  options: CallOptions;
}

/** The properties of an operation that `readCall` reads. */
type Callable = Pick<PublicOperation, 'input' | 'record' | 'route'>;

/**
 * Parses the path, query, headers and body of a request for an operation. Throws BAD_USER_INPUT with the path of each
 * problem.
 */
export function readCall(operation: Callable, request: RestRequest): Call {
  const { headers, body, parameters } = request;
  const options = {
    expectedVersion: readIfMatch(operation, headers['if-match']),
    idempotencyKey: readIdempotencyKey(operation, headers['idempotency-key']),
  };
  const bodyInput = readObject(operation.route.method, headers, body);
  refuseRepeated(operation, bodyInput, parameters);
  return { input: { ...bodyInput, ...parameters }, options };
}

/** Refuses fields that the path sets already, and reports the problems of all other fields with them. */
function refuseRepeated({ input }: Callable, bodyInput: object, parameters: object): void {
  const repeated = Object.keys(bodyInput).filter((name) => Object.hasOwn(parameters, name));
  if (repeated.length === 0) return;
  const message = 'Already set by the path: remove it from the body.';
  const problems = repeated.map((name): FieldProblem => ({ path: [name], code: 'INVALID_VALUE', message }));
  const others = validate(input, { ...bodyInput, ...parameters }).problems;
  throw invalidInput([...problems, ...others]);
}

/** The version in an entity tag (RFC 9110 §13.1.1). `*` requires that the record exists, as every operation does. */
function readIfMatch({ record }: Callable, header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (!record) throw badUserInput('This operation does not support If-Match.', 'If-Match');
  if (header.trim() === '*') return undefined;
  const version = versionIn(header);
  if (version === undefined) throw badUserInput('Must be the ETag of the record.', 'If-Match');
  return version;
}

function readIdempotencyKey({ route }: Callable, header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (route.method !== 'POST')
    throw badUserInput('Only POST requests support this header; others can be repeated without it.', 'Idempotency-Key');
  return String(header);
}

/** Headers by the option of the kernel that they set. */
const headerNames = new Map<unknown, string>([
  ['expectedVersion', 'If-Match'],
  ['idempotencyKey', 'Idempotency-Key'],
]);

/** The refusal with header names instead of kernel options in its paths. */
export function withHeaderNames(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  const problems = error.problems.map((problem) => {
    const [first, ...rest] = problem.path;
    const named = first === undefined ? [] : [headerNames.get(first) ?? first];
    return { ...problem, path: [...named, ...rest] };
  });
  return error.withProblems(problems);
}
