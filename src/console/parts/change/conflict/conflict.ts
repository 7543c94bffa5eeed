import type { FormField } from '../../../data/operation.ts';
import { isSame, type Values } from '../values.ts';

export type Choice = 'theirs' | 'mine';

/** A field of a form whose record has changed since the form was opened. */
interface Difference {
  name: string;
  base: unknown;
  theirs: unknown;
  mine: unknown;
  /** Whether both have changed it, to different values: someone must choose. */
  isContested: boolean;
}

interface Versions {
  /** The values with which the form began. */
  base: Values | null;
  /** The record now. */
  theirs: Values;
  /** The values in the form. */
  mine: Values;
}

/** The fields that another person has changed meanwhile. */
export const differencesOf = (fields: readonly FormField[], { base, theirs, mine }: Versions): Difference[] =>
  fields
    .filter(({ name }) => name in theirs && !isSame(base?.[name], theirs[name]))
    .map(({ name }) => ({
      name,
      base: base?.[name],
      theirs: theirs[name],
      mine: mine[name],
      isContested: !isSame(mine[name], base?.[name]) && !isSame(mine[name], theirs[name]),
    }));
