import { invalidField } from '../domain/failure.ts';
import {
  type PasswordContext,
  passwordLimit,
  passwordMessage,
  type PasswordProblem,
  passwordProblem,
} from '../domain/people/password-policy.ts';
import type { Passwords } from '../platform/passwords/passwords.ts';

/** The first rule that a new password violates, common and breached passwords included; undefined if it is allowed. */
export async function findPasswordProblem(
  passwords: Pick<Passwords, 'loadCommon' | 'isBreached'>,
  password: string,
  context: Omit<PasswordContext, 'isCommon'> = {},
): Promise<PasswordProblem | undefined> {
  const problem = passwordProblem(password, { ...context, isCommon: await passwords.loadCommon() });
  return problem ?? ((await passwords.isBreached(password)) ? 'breached' : undefined);
}

/** Throws BAD_USER_INPUT at "password" if there is a problem. */
export function refuseProblem(problem: PasswordProblem | undefined): void {
  if (problem !== undefined)
    throw invalidField({ path: ['password'], message: passwordMessage(problem), ...passwordLimit(problem) }).because(
      `password-${problem}`,
    );
}
