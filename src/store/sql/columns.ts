// SQL: parts of other statements: columns.
import { Prisma } from '../../generated/prisma/client.ts';

/** The quoted name of a column: the field name in snake case. */
export const columnOf = (field: string): string =>
  `"${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`;

/** Columns for a SELECT that returns rows as Prisma does, except those in `without`. */
export const columnsOf = (fields: Record<string, string>, without: object = {}): Prisma.Sql => {
  const shown = Object.keys(fields).filter((field) => !Object.hasOwn(without, field));
  return Prisma.raw(shown.map((field) => `${columnOf(field)} AS "${field}"`).join(', '));
};
