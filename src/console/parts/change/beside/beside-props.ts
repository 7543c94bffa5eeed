import type { Values } from '../values.ts';

/** The properties of a part that helps to fill in a form: it reads the values, and can set them. */
export interface BesideProps {
  values: Values;
  set: (name: string, value: unknown) => void;
}
