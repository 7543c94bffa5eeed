import type { z } from 'zod';

/** A field of an input whose name is computed, with its type. */
export const namedField = <Name extends string, Schema extends z.ZodType>(name: Name, schema: Schema) =>
  ({ [name]: schema }) as Record<Name, Schema>;

/** An operation, or what has an input like one, without fields that the type of its input has for other kinds only. */
export type WithoutFields<Operation extends { input: z.ZodObject }, Fields extends string> = Omit<
  Operation,
  'input'
> & {
  input: z.ZodObject<Omit<Operation['input']['shape'], Fields>, z.core.$strict>;
};
