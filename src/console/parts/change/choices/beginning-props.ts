import type { Values } from '../values.ts';

export interface BeginningProps {
  /** Goes on to the form of the change, with these values. */
  begin: (input: Values) => void;
}
