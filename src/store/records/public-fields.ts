import type { z } from 'zod';

/** A value for each field of the shape; its type is that of the column. */
type Columns<Shape extends z.ZodObject> = { [Field in keyof Shape['shape']]: unknown };

/** The fields of a public shape, from the columns of a row that have their names. Times become text (RFC 3339). */
export function publicFields<Shape extends z.ZodObject>(shape: Shape, row: Columns<Shape>): z.input<Shape> {
  const fields: Record<string, unknown> = {};
  for (const field of Object.keys(shape.shape)) {
    const value = row[field as keyof Shape['shape']];
    fields[field] = value instanceof Date ? value.toISOString() : value;
  }
  return fields as z.input<Shape>;
}
