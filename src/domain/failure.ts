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

  constructor(code: ErrorCode, message: string, problems: readonly FieldProblem[] = []) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.problems = problems;
  }
}

/** `path` names the input field that holds the id of what does not exist. */
export const notFound = (what: string, ...path: (string | number)[]): Failure =>
  new Failure('NOT_FOUND', `There is no such ${what}.`, path.length ? [{ path, message: `no such ${what}` }] : []);

export const conflict = (message: string, ...path: (string | number)[]): Failure =>
  new Failure('CONFLICT', message, path.length ? [{ path, message }] : []);

export const badUserInput = (message: string, ...path: (string | number)[]): Failure =>
  new Failure('BAD_USER_INPUT', message, [{ path, message }]);

export const forbidden = (...permissions: readonly string[]): Failure =>
  new Failure('FORBIDDEN', `This needs the permission ${permissions.join(' or ')}.`);

/** For a change that would give someone permissions which the actor does not hold. */
export const forbiddenToGive = (permissions: Iterable<string>): Failure =>
  new Failure('FORBIDDEN', `This would give ${[...permissions].sort().join(', ')}, which you do not hold yourself.`);
