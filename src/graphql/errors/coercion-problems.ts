import type { FieldProblem } from '../../domain/failure.ts';
import type { ProblemCode } from '../../vocabulary/errors.ts';
import { withoutValues } from './redact-values.ts';

type Path = FieldProblem['path'];

/** Characters of an unknown name in a path; known names are shorter. */
const maxShownName = 64;

// The errors of graphql-js have no codes. Its messages for a missing or unknown field are about the object around it.
const missing = /^Expected value of type "[^"]+" to include required field "([^"]+)"/;
const unknown = /^Expected value of type "[^"]+" not to include unknown field "([\s\S]*?)"?\.$/;

const kinds: readonly (readonly [message: RegExp, code: ProblemCode])[] = [
  [/^Unknown argument/, 'UNKNOWN_FIELD'],
  [/^Expected (a )?value of non-null type/, 'REQUIRED'],
  [/^(This value does not exist|Contains a character|Within OneOf)/, 'INVALID_VALUE'],
  [/^Expected value of type "DateTime/, 'INVALID_FORMAT'],
];

/** The problem of a value at `path` that does not match its type. */
export function problemOfValue(path: Path, reason: string): FieldProblem {
  const message = withoutValues(reason);
  const [, name] = missing.exec(message) ?? [];
  if (name !== undefined) return { path: [...path, name], code: 'REQUIRED', message };
  const [, unknownName] = unknown.exec(message) ?? [];
  if (unknownName !== undefined)
    return { path: [...path, unknownName.slice(0, maxShownName)], code: 'UNKNOWN_FIELD', message };
  const [, code = 'INVALID_TYPE'] = kinds.find(([pattern]) => pattern.test(message)) ?? [];
  return { path, code, message };
}
