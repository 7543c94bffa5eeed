import type { Values } from '../values.ts';

export interface BeginningProps {
  /** The values so far. */
  input: Values;
  /** Goes on to the form of the change, with these values. */
  begin: (input: Values) => void;
}
