import type { FormField } from '../../../data/operation.ts';
import type { Values } from '../values.ts';

/** The properties that the fields of every type show. */
export interface Common {
  label: string;
  description: string;
  required: boolean;
  error?: string;
}

export interface FieldsProps {
  /** Name of the input type. */
  type: string;
  fields: readonly FormField[];
  values: Values;
  /** Messages by path. */
  problems: ReadonlyMap<string, string>;
  onChange: (name: string, value: unknown) => void;
  /** The values of the record that is changed: then a flag is true or false, and not absent. */
  record?: Values | null;
  /** The fields that someone has come to change: the others are one press away. */
  focus?: readonly string[];
  /** The values of the forms around it, and of the record. */
  around?: Values;
}
