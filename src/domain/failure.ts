import type { ErrorCode } from '../vocabulary/errors.ts';

/** One bad field of an input: where it is and what is wrong with it. Never holds the value itself. */
export interface FieldProblem {
  path: readonly (string | number)[];
  message: string;
}

/** A refusal with a code of vocabulary/errors.ts. Its message is written for the caller and holds nothing private. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly FieldProblem[];
  /** Permissions that the caller lacks and needs, all of them; empty when it is refused for something else. */
  readonly permissions: readonly string[];

  constructor(
    code: ErrorCode,
    message: string,
    problems: readonly FieldProblem[] = [],
    permissions: readonly string[] = [],
  ) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.problems = problems;
    this.permissions = permissions;
  }

  /** The same refusal with its problems told otherwise: with the paths that the caller of a surface wrote. */
  withProblems(problems: readonly FieldProblem[]): Failure {
    return new Failure(this.code, this.message, problems, this.permissions);
  }
}

/** Problems that are named in one failure. */
export const maxProblems = 20;

/** `path` names the input field that holds the id of what does not exist. */
export const notFound = (what: string, ...path: (string | number)[]): Failure =>
  new Failure('NOT_FOUND', `There is no such ${what}.`, path.length ? [{ path, message: `no such ${what}` }] : []);

export const conflict = (message: string, ...path: (string | number)[]): Failure =>
  new Failure('CONFLICT', message, path.length ? [{ path, message }] : []);

/** No answer from PostgreSQL. A change that was being committed may have been made: that is what idempotency keys are for. */
export const databaseOutage = (): Failure =>
  new Failure('SERVICE_UNAVAILABLE', 'The database does not answer. Try again in a moment.');

export const badUserInput = (message: string, ...path: (string | number)[]): Failure =>
  new Failure('BAD_USER_INPUT', message, [{ path, message }]);

/** For what needs permissions, all of those that are named: the ones that are missing. */
export function forbidden(...permissions: readonly string[]): Failure {
  const named = permissions.length > 1 ? `permissions ${permissions.join(' and ')}` : `permission ${permissions[0]}`;
  return new Failure('FORBIDDEN', `This needs the ${named}.`, [], permissions);
}

/** For a change that would give someone permissions which the actor does not hold. */
export const forbiddenToGive = (permissions: Iterable<string>): Failure =>
  new Failure('FORBIDDEN', `This would give ${[...permissions].sort().join(', ')}, which you do not hold yourself.`);
