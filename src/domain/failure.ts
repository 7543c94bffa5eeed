import type { AccountRefusal } from '../vocabulary/account/account-refusals.ts';
import { type ErrorCode, type ProblemCode, problemCodes } from '../vocabulary/errors.ts';

/** An invalid field of an input: its path and what is wrong. Never contains the value. */
export interface FieldProblem {
  path: readonly (string | number)[];
  code: ProblemCode;
  message: string;
  /** The limits of a value that is too short, long, small or large. */
  minimum?: number;
  maximum?: number;
}

/** A sign-in that is required for a change (RFC 9470). */
export interface RequiredSignIn {
  /** Seconds since the sign-in, at most. */
  maxAge: number;
  /** The parameter `acr_values` of the authorization request, if the sign-in must be of a level. */
  acrValues?: string | undefined;
}

type Details = Partial<
  Pick<Failure, 'permissions' | 'currentVersion' | 'maxAge' | 'acrValues' | 'retryAfter' | 'reason'>
>;

/** A refusal with a code of vocabulary/errors.ts. Its message is for the caller and contains nothing private. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly FieldProblem[];
  /** All permissions that the caller needs and lacks; empty if it is refused for another reason. */
  readonly permissions: readonly string[];
  /** The version of a record that has another one than the expected version. */
  readonly currentVersion: number | undefined;
  /** The sign-in that is required. */
  readonly maxAge: number | undefined;
  readonly acrValues: string | undefined;
  /** Seconds after which the call can be repeated (RFC 9110 §10.2.3), if the limit has an end. */
  readonly retryAfter: number | undefined;
  /** Why a change of an account is refused, for pages that have their own words for it. */
  readonly reason: AccountRefusal | undefined;

  constructor(code: ErrorCode, message: string, problems: readonly FieldProblem[] = [], details: Details = {}) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.problems = problems;
    this.permissions = details.permissions ?? [];
    this.currentVersion = details.currentVersion;
    this.maxAge = details.maxAge;
    this.acrValues = details.acrValues;
    this.retryAfter = details.retryAfter;
    this.reason = details.reason;
  }

  /** The same refusal with other problems, for example with the paths that the caller used. */
  withProblems(problems: readonly FieldProblem[]): Failure {
    return new Failure(this.code, this.message, problems, this);
  }

  /** The same refusal with its reason. */
  because(reason: AccountRefusal): Failure {
    const { permissions, currentVersion, maxAge, acrValues, retryAfter } = this;
    return new Failure(this.code, this.message, this.problems, {
      permissions,
      currentVersion,
      maxAge,
      acrValues,
      retryAfter,
      reason,
    });
  }
}

/** Whether an error is a failure with one of these codes. */
export const isFailure = (error: unknown, ...codes: ErrorCode[]): error is Failure =>
  error instanceof Failure && codes.includes(error.code);

/** Maximum number of problems in a failure. */
export const maxProblems = 20;

/** `path` is the input field with the id of the record that does not exist. */
export const notFound = (what: string, ...path: (string | number)[]): Failure =>
  new Failure(
    'NOT_FOUND',
    `There is no such ${what}.`,
    path.length ? [{ path, code: 'NOT_FOUND', message: `There is no such ${what}.` }] : [],
  );

/** NOT_FOUND at the index below `path` of each id that is not known. */
export function requireFound(what: string, ids: readonly string[], present: ReadonlySet<string>, path: string): void {
  const message = `There is no such ${what}.`;
  const problems = ids.flatMap((id, index) =>
    present.has(id) ? [] : [{ path: [path, index], code: 'NOT_FOUND' as const, message }],
  );
  if (problems.length) throw new Failure('NOT_FOUND', message, problems.slice(0, maxProblems));
}

export const conflict = (message: string, ...path: (string | number)[]): Failure =>
  new Failure('CONFLICT', message, path.length ? [{ path, code: 'CONFLICT', message }] : []);

/** `path` is the input field with a unique value that another record has. */
export const taken = (message: string, ...path: (string | number)[]): Failure =>
  new Failure('TAKEN', message, [{ path, code: 'TAKEN', message }]);

/** RATE_LIMITED until a time. `path` is the input field that is limited. */
export function rateLimited(message: string, until: Date, now: Date, ...path: (string | number)[]): Failure {
  const problems: FieldProblem[] = path.length ? [{ path, code: 'RATE_LIMITED', message }] : [];
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new Failure('RATE_LIMITED', message, problems, { retryAfter: seconds });
}

export function versionMismatch(currentVersion: number): Failure {
  const message = `Not the current version: it is ${currentVersion}.`;
  const problem: FieldProblem = { path: ['expectedVersion'], code: 'VERSION_MISMATCH', message };
  return new Failure('VERSION_MISMATCH', message, [problem], { currentVersion });
}

/** The sentence for an error that only the log explains. */
export const unexpectedError = 'Unexpected error. It is logged under this reference.';

/** PostgreSQL does not respond. A change in progress may have been committed; idempotency keys make a retry safe. */
export const databaseOutage = (): Failure =>
  new Failure('SERVICE_UNAVAILABLE', 'The database does not respond. Try again in a moment.');

/** A statement of a change was canceled: mostly because it waited for a lock. Nothing has changed. */
export const heldUp = (): Failure =>
  new Failure('SERVICE_UNAVAILABLE', 'Other changes hold this one up. Try again in a moment.');

/** A statement of a read was canceled. */
export const tooSlow = (): Failure =>
  new Failure('TOO_COMPLEX', 'This takes too long to read. Narrow the filter or the search, or select less.');

export const invalidInput = (problems: readonly FieldProblem[], message = 'Invalid input.'): Failure =>
  new Failure('BAD_USER_INPUT', message, problems);

export const badUserInput = (message: string, ...path: (string | number)[]): Failure =>
  invalidField({ path, code: 'INVALID_VALUE', message });

export const invalidField = (problem: FieldProblem): Failure =>
  new Failure('BAD_USER_INPUT', problem.message, [problem]);

/** The problem at `path` of a refusal that names no field. */
export const problemOf = ({ code, message }: Pick<Failure, 'code' | 'message'>, path: FieldProblem['path']) => ({
  path,
  code: isProblemCode(code) ? code : ('INVALID_VALUE' as const),
  message,
});

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problemCodes, code);

/** `path` is the argument or parameter. */
export const invalidCursor = (message: string, ...path: (string | number)[]): Failure =>
  new Failure('INVALID_CURSOR', message, [{ path, code: 'INVALID_CURSOR', message }]);

/** `permissions` are the required ones that the caller lacks. */
export function forbidden(...permissions: readonly string[]): Failure {
  const named = permissions.length > 1 ? `permissions ${permissions.join(' and ')}` : `permission ${permissions[0]}`;
  return new Failure('FORBIDDEN', `Requires the ${named}.`, [], { permissions });
}

/** For a change that only a user with such a sign-in may make. */
export function signInRequired({ maxAge, acrValues }: RequiredSignIn): Failure {
  const level = acrValues === undefined ? '' : ` and of the level ${acrValues}`;
  const message = `Requires a sign-in that is at most ${maxAge} seconds old${level}. Sign in again, and repeat the call with the new access token.`;
  return new Failure('INSUFFICIENT_USER_AUTHENTICATION', message, [], { maxAge, acrValues });
}

/** The challenge of RFC 9470 §3, as the value of WWW-Authenticate; undefined for other refusals. */
export function signInChallenge({ message, maxAge, acrValues }: Failure): string | undefined {
  if (maxAge === undefined) return undefined;
  const level = acrValues === undefined ? '' : `, acr_values="${acrValues}"`;
  return `Bearer error="insufficient_user_authentication", error_description="${message}"${level}, max_age="${maxAge}"`;
}

/** For a change that would grant permissions that the actor does not hold. */
export const forbiddenToGrant = (permissions: Iterable<string>): Failure =>
  new Failure('FORBIDDEN', `This would grant ${[...permissions].sort().join(', ')}, which you do not hold yourself.`);
