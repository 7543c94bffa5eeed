import { Prisma } from '../generated/prisma/client.ts';

/** A column as the database calls it: as the model does, with words parted by "_". */
export const columnOf = (field: string): string =>
  `"${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`;

/** Columns for a SELECT whose rows are to be as the typed client gives them: `fields` are its own names, of which some are left out. */
export const columnsOf = (fields: Record<string, string>, without: readonly string[] = []): Prisma.Sql => {
  const shown = Object.keys(fields).filter((field) => !without.includes(field));
  return Prisma.raw(shown.map((field) => `${columnOf(field)} AS "${field}"`).join(', '));
};
