import { z } from 'zod';

/** The place of a column in a record: names of nested fields. */
type Column = readonly string[];

/** The columns of records: their fields, and those of nested objects. */
export const columnsOf = ({ shape }: z.ZodObject): Column[] =>
  Object.entries(shape).flatMap(([name, schema]) => {
    const nested = nestedIn(schema as z.ZodType);
    return nested ? columnsOf(nested).map((column) => [name, ...column]) : [[name]];
  });

/** The schema of an object whose fields are known. */
function nestedIn(schema: z.ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  return 'innerType' in def ? nestedIn(def.innerType as z.ZodType) : undefined;
}

/** The first line: nested names are joined by dots. */
export const headerOf = (columns: readonly Column[]): string => lineOf(columns.map((column) => column.join('.')));

/** The line of a record. */
export const rowOf = (columns: readonly Column[], record: object): string =>
  lineOf(columns.map((column) => withoutFormula(textOf(valueAt(record, column)))));

// RFC 4180. Also what other spreadsheets separate by.
const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;
const quoted = (text: string): string => (/[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const valueAt = (record: object, column: Column): unknown =>
  column.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], record);

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/**
 * A spreadsheet would execute what people have entered if it begins like a formula (OWASP, CSV Injection), and what
 * follows a separator if it separates by that one: then a quote within the line does not enclose anything. Phone
 * numbers remain as they are.
 */
const withoutFormula = (text: string): string =>
  /^[+-]\d+$/.test(text) ? text : text.replaceAll(formula, "$1'$2").replace(/^[\t\r\n]/, "'$&");

/** Between separator and sign, white space that does not separate: a search does not begin again at each line break. */
const formula = /((?:^|[;|\t\r\n])(?:[^\S\t\r\n]|")*)([=+\-@\uff1d\uff0b\uff0d\uff20])/g;
