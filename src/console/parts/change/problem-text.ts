import type { problemsOf } from '../../data/change.ts';
import type { FormField } from '../../data/operation.ts';
import type { Words } from '../../words/index.ts';
import { inputs } from './operations.ts';

type Problem = ReturnType<typeof problemsOf>[number];

/** The problem of a field in words, in the units in which its value is typed. */
export function problemText(words: Words, type: string, problem: Problem): string {
  const { code, minimum, maximum, path } = problem;
  if (fieldAt(type, path)?.widget !== 'duration') return words.reason(problem);
  if (code === 'TOO_SMALL' && minimum !== undefined) return words.change.atLeast(words.duration(minimum));
  if (code === 'TOO_LARGE' && maximum !== undefined) return words.change.atMost(words.duration(maximum));
  return words.reason(problem);
}

/** The field at a path below an input type. */
function fieldAt(type: string, path: Problem['path']): FormField | undefined {
  const [name, ...rest] = path.filter((step) => typeof step === 'string');
  const field = inputs[type]?.find((one) => one.name === name);
  return field && rest.length > 0 ? fieldAt(field.type, rest) : field;
}
