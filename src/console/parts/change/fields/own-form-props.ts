import type { FormField } from '../../../data/operation.ts';
import type { Change } from '../use-change.ts';

/** What the form of a mutation needs that has one of its own. */
export interface OwnFormProps {
  change: Change;
  /** Those that are not known from what was pressed. */
  fields: readonly FormField[];
  /** Messages by path. */
  problems: ReadonlyMap<string, string>;
  /** States whether the change, as it is filled in, takes away what is in use: its button shows it. */
  warn: (isHarmful: boolean) => void;
}
