import type { z } from 'zod';

/** An input field with a computed name, with its type. */
export const namedField = <Name extends string, Schema extends z.ZodType>(name: Name, schema: Schema) =>
  ({ [name]: schema }) as Record<Name, Schema>;

/** The type of an operation without input fields that only other kinds have. */
export type WithoutFields<Operation extends { input: z.ZodObject }, Fields extends string> = Omit<
  Operation,
  'input'
> & {
  input: z.ZodObject<Omit<Operation['input']['shape'], Fields>, z.core.$strict>;
};
