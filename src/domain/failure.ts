import type { ErrorCode } from '../vocabulary/errors.ts';

/** An invalid field of an input: its path and what is wrong. Never contains the value. */
export interface FieldProblem {
  path: readonly (string | number)[];
  message: string;
}

type Details = Partial<Pick<Failure, 'permissions' | 'currentVersion'>>;

/** A refusal with a code of vocabulary/errors.ts. Its message is for the caller and contains nothing private. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly FieldProblem[];
  /** All permissions that the caller needs and lacks; empty if it is refused for another reason. */
  readonly permissions: readonly string[];
  /** The version of a record that has another one than the expected version. */
  readonly currentVersion: number | undefined;

  constructor(code: ErrorCode, message: string, problems: readonly FieldProblem[] = [], details: Details = {}) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.problems = problems;
    this.permissions = details.permissions ?? [];
    this.currentVersion = details.currentVersion;
  }

  /** The same refusal with other problems, for example with the paths that the caller used. */
  withProblems(problems: readonly FieldProblem[]): Failure {
    return new Failure(this.code, this.message, problems, this);
  }
}

/** Maximum number of problems in a failure. */
export const maxProblems = 20;

/** `path` is the input field with the id of the record that does not exist. */
export const notFound = (what: string, ...path: (string | number)[]): Failure =>
  new Failure(
    'NOT_FOUND',
    `There is no such ${what}.`,
    path.length ? [{ path, message: `There is no such ${what}.` }] : [],
  );

export const conflict = (message: string, ...path: (string | number)[]): Failure =>
  new Failure('CONFLICT', message, path.length ? [{ path, message }] : []);

/** `path` is the input field with a unique value that another record has. */
export const taken = (message: string, ...path: (string | number)[]): Failure =>
  new Failure('TAKEN', message, [{ path, message }]);

export function versionMismatch(currentVersion: number): Failure {
  const message = `Not the current version: it is ${currentVersion}.`;
  return new Failure('VERSION_MISMATCH', message, [{ path: ['expectedVersion'], message }], { currentVersion });
}

/** PostgreSQL does not respond. A change in progress may have been committed; idempotency keys make a retry safe. */
export const databaseOutage = (): Failure =>
  new Failure('SERVICE_UNAVAILABLE', 'The database does not respond. Try again in a moment.');

export const badUserInput = (message: string, ...path: (string | number)[]): Failure =>
  new Failure('BAD_USER_INPUT', message, [{ path, message }]);

/** `path` is the argument or parameter. */
export const invalidCursor = (message: string, ...path: (string | number)[]): Failure =>
  new Failure('INVALID_CURSOR', message, [{ path, message }]);

/** `permissions` are the required ones that the caller lacks. */
export function forbidden(...permissions: readonly string[]): Failure {
  const named = permissions.length > 1 ? `permissions ${permissions.join(' and ')}` : `permission ${permissions[0]}`;
  return new Failure('FORBIDDEN', `Requires the ${named}.`, [], { permissions });
}

/** For a change that would grant permissions that the actor does not hold. */
export const forbiddenToGrant = (permissions: Iterable<string>): Failure =>
  new Failure('FORBIDDEN', `This would grant ${[...permissions].sort().join(', ')}, which you do not hold yourself.`);
