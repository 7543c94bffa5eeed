import type { FormField } from '../../../data/operation.ts';
import type { Change } from '../use-change.ts';

/** The properties of a form that a mutation has of its own. */
export interface OwnFormProps {
  change: Change;
  /** The fields that are not known from what was pressed. */
  fields: readonly FormField[];
  /** Messages by path. */
  problems: ReadonlyMap<string, string>;
  /** States whether the change, as it is filled in, takes away what is in use: its button shows it. */
  warn: (isHarmful: boolean) => void;
}
