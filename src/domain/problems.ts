import type { z } from 'zod';
import { type FieldProblem, invalidInput } from './failure.ts';

/** Maximum number of unknown fields of one object in the problems, and of characters of their names. */
const unknownLimits = { fields: 10, name: 64 };

/** A valid value, or what is wrong with it: a sentence for each field, the same for all callers, without the value. */
type Validated<T> = { data: T; problems: readonly [] } | { data: undefined; problems: readonly FieldProblem[] };

export function validate<T>(schema: z.ZodType<T>, value: unknown): Validated<T> {
  const { data, error } = schema.safeParse(value, { error: sentenceFor, reportInput: true });
  if (!error) return { data, problems: [] };
  // Unknown fields first: a misspelled name often explains a missing one.
  const { unknown = [], others = [] } = Object.groupBy(error.issues, (issue) =>
    isUnknown(issue) ? 'unknown' : 'others',
  );
  return { data: undefined, problems: [...unknown, ...others].flatMap(problemsOf) };
}

/** The valid value. Throws BAD_USER_INPUT with the path of each problem. */
export function validOrRefused<T>(schema: z.ZodType<T>, value: unknown, message?: string): T {
  const { data, problems } = validate(schema, value);
  if (data === undefined) throw invalidInput(problems, message);
  return data;
}

const isUnknown = ({ code }: z.core.$ZodIssue): boolean => code === 'unrecognized_keys';

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path as (string | number)[];
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message, ...kindOf(issue) }];
  return issue.keys.slice(0, unknownLimits.fields).map((name) => ({
    path: [...path, name.slice(0, unknownLimits.name)],
    code: 'UNKNOWN_FIELD' as const,
    message: 'Unknown field.',
  }));
}

/** The code of a problem, with the limit of a size. */
function kindOf(issue: z.core.$ZodIssue): Pick<FieldProblem, 'code' | 'minimum' | 'maximum'> {
  if (issue.input === undefined && issue.code !== 'custom') return { code: 'REQUIRED' };
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'INVALID_TYPE' };
    case 'invalid_format':
      return { code: 'INVALID_FORMAT' };
    case 'too_small':
      return { code: hasLength(issue.origin) ? 'TOO_SHORT' : 'TOO_SMALL', minimum: Number(issue.minimum) };
    case 'too_big':
      return { code: hasLength(issue.origin) ? 'TOO_LONG' : 'TOO_LARGE', maximum: Number(issue.maximum) };
    default:
      return { code: 'INVALID_VALUE' };
  }
}

const hasLength = (origin: string): boolean => origin === 'string' || origin === 'array';

type Issue = z.core.$ZodRawIssue;

/** The sentence for an issue whose schema has none of its own. */
function sentenceFor(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This field is required.'
        : `Must be ${types[issue.expected] ?? `of the type ${issue.expected}`}.`;
    case 'invalid_value':
      return `Must be ${choice(issue.values.map(String))}.`;
    case 'too_small':
      return atLeast(issue.origin, Number(issue.minimum));
    case 'too_big':
      return `Must ${sized(issue.origin, 'at most', Number(issue.maximum))}.`;
    case 'invalid_format':
      return `Must ${formatted(issue)}.`;
    default:
      return 'Must have one of the forms in the API documentation.';
  }
}

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  datetime: 'be a time in UTC, such as 2026-01-31T12:00:00Z',
  email: 'be an email address',
  url: 'be an absolute URL',
};

const formatted = ({ format, pattern }: { format: string; pattern?: string | undefined }): string =>
  formats[format] ?? (format === 'regex' ? `match the pattern ${pattern}` : `have the format ${format}`);

/** Characters of a choice that is written out. */
const choiceLimit = 400;

function choice(values: readonly string[]): string {
  const text = values.join(', ');
  if (text.length > choiceLimit) return 'one of the values in the API documentation';
  return values.length > 1 ? `one of ${text}` : text;
}

function atLeast(origin: string, minimum: number): string {
  return hasLength(origin) && minimum === 1 ? 'Must not be empty.' : `Must ${sized(origin, 'at least', minimum)}.`;
}

function sized(origin: string, bound: 'at least' | 'at most', limit: number): string {
  const units: Readonly<Record<string, string>> = { string: 'character', array: 'item' };
  const unit = units[origin];
  return unit ? `have ${bound} ${limit} ${unit}${limit === 1 ? '' : 's'}` : `be ${bound} ${limit}`;
}
