import type { z } from 'zod';
import { badUserInput, Failure, type FieldProblem } from '../domain/failure.ts';
import { problemsOf } from '../kernel/input.ts';
import type { CallOptions } from '../kernel/types.ts';
import type { Operation } from '../kernel/operation.ts';
import { readObject } from './body.ts';
import { readDryRun } from './query.ts';
import type { Asked } from './route.ts';

/** How an operation is to be called. */
export interface Call {
  input: Record<string, unknown>;
  options: CallOptions;
  /** Run it, answer with the result, and roll it back. */
  isDryRun: boolean;
}

/** The part of an operation that says how it may be called. */
type Callable = Pick<Operation, 'input' | 'subject' | 'route'>;

/** Members that there are not, of which one answer tells. */
const mostUnknown = 10;

/** Reads path, query, headers and body of a request for an operation. Throws BAD_USER_INPUT with the path of each problem. */
export function readCall(operation: Callable, asked: Asked): Call {
  const { query, headers, body, parameters } = asked;
  const isDryRun = readDryRun(query);
  const options = {
    expectedVersion: readIfMatch(operation, headers['if-match']),
    idempotencyKey: readIdempotencyKey(operation, headers['idempotency-key']),
  };
  const given = readObject(headers, body);
  refuseUnknown(operation, given, parameters);
  return { input: { ...given, ...parameters }, options, isDryRun };
}

/** Refuses members that there are not, together with all that is wrong with the others. */
function refuseUnknown({ input }: Callable, given: object, parameters: object): void {
  const { shape } = input as z.ZodObject;
  const problems = Object.keys(given).flatMap((name): FieldProblem[] => {
    // A name that is no field's may be of any length.
    if (!Object.hasOwn(shape, name)) return [{ path: [name.slice(0, 64)], message: 'There is no such field.' }];
    return Object.hasOwn(parameters, name)
      ? [{ path: [name], message: 'This stands in the path, and nowhere else.' }]
      : [];
  });
  if (problems.length === 0) return;
  const known = Object.entries({ ...given, ...parameters }).filter(([name]) => Object.hasOwn(shape, name));
  const others = problemsOf(input.safeParse(Object.fromEntries(known)));
  const told = [...problems.slice(0, mostUnknown), ...others];
  throw new Failure('BAD_USER_INPUT', 'The input is not acceptable.', told);
}

/**
 * The version in an entity tag of ours (RFC 9110 §13.1.1): "7". It is taken as a weak one too, which some proxies make of it. `*` asks
 * for any version of something that exists, which every operation does anyway.
 */
function readIfMatch({ subject }: Callable, header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (!subject) throw badUserInput('What this changes has no version.', 'If-Match');
  if (header.trim() === '*') return undefined;
  const [, version] = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(header) ?? [];
  if (version === undefined) throw badUserInput('This is not an ETag of such a record.', 'If-Match');
  return Number(version);
}

function readIdempotencyKey({ route }: Callable, header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (route?.method !== 'POST')
    throw badUserInput('Only a POST has a key: this can be repeated anyway.', 'Idempotency-Key');
  return String(header);
}

/** Names of the kernel's for what stands in headers here. */
const headerNames: Readonly<Record<string, string>> = {
  expectedVersion: 'If-Match',
  idempotencyKey: 'Idempotency-Key',
};

/** The refusal with the paths of its problems as the caller wrote them. */
export function asWritten(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  const problems = error.problems.map(({ path: [first, ...rest], message }) => {
    const named = first === undefined ? [] : [headerNames[first] ?? first];
    return { path: [...named, ...rest], message };
  });
  return error.withProblems(problems);
}
