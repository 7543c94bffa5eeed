import { Prisma } from '../../generated/prisma/client.ts';

/** A column as the database calls it: as the model does, with words parted by "_". */
export const columnOf = (field: string): string =>
  `"${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`;

/** Columns for a SELECT whose rows are to be as the typed client gives them: `fields` are its own names, without those that it leaves out. */
export const columnsOf = (fields: Record<string, string>, without: object = {}): Prisma.Sql => {
  const shown = Object.keys(fields).filter((field) => !Object.hasOwn(without, field));
  return Prisma.raw(shown.map((field) => `${columnOf(field)} AS "${field}"`).join(', '));
};
