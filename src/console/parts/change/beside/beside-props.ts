import type { Values } from '../values.ts';

/** What helps to fill in a form reads its values, and can set them. */
export interface BesideProps {
  values: Values;
  set: (name: string, value: unknown) => void;
}
