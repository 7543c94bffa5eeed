import { type FieldProblem, invalidInput } from '../domain/failure.ts';
import { validate } from '../domain/problems.ts';
import type { Operation } from './operation.ts';

/** Parses the input with the schema of the operation. Throws BAD_USER_INPUT with the path of each problem. */
export function parse(operation: Pick<Operation, 'input'>, input: unknown): Record<string, unknown> {
  const validated = validate(operation.input, input);
  const problems = [...validated.problems, ...forbiddenKeys(input)];
  if (problems.length) throw invalidInput(problems);
  return validated.data as Record<string, unknown>;
}

/** An id in the input; empty if it is missing, which no record has. */
export const idIn = (input: Record<string, unknown>, field: string): string =>
  (input[field] as string | undefined) ?? '';

/** Schemas drop this key without an error in fields of type object. */
const forbiddenKey = '__proto__';
const forbiddenKeys = (input: unknown): FieldProblem[] =>
  Object.entries(input ?? {}).flatMap(([field, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, forbiddenKey)
      ? [
          {
            path: [field, forbiddenKey],
            code: 'INVALID_VALUE' as const,
            message: `"${forbiddenKey}" is not allowed as a key.`,
          },
        ]
      : [],
  );
