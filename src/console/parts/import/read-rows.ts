import type { Row } from '../../data/import-users.ts';
import type { Reason } from '../../data/reason.ts';
import type { FormField } from '../../data/operation.ts';
import { inputs, isStructured } from '../change/operations.ts';
import { readCsv } from './csv.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The content of a file: the rows, and how a file of some of them begins and is named. */
export interface Content {
  rows: readonly Row[];
  heading: string;
  extension: 'csv' | 'ndjson';
}

/** The rows of a list in JSON, of lines of JSON, or of CSV with the names of the fields in its first line. */
export function readRows(fileText: string): Content {
  const text = fileText.replace(/^\uFEFF/, '');
  const start = text.trimStart().charAt(0);
  try {
    if (start === '[') return json(listed(text));
    return start === '{' || start === '' ? json(lines(text)) : table(text);
  } catch (error) {
    return json([{ line: 1, text: '', user: null, problem: unreadable(error) }]);
  }
}

const json = (rows: readonly Row[]): Content => ({ rows, heading: '', extension: 'ndjson' });

const rowOf = (line: number, text: string, read: () => unknown): Row => {
  try {
    const user = read();
    return isObject(user)
      ? { line, text, user, problem: null }
      : { line, text, user: null, problem: { code: 'NO_OBJECT' } };
  } catch (error) {
    return { line, text, user: null, problem: unreadable(error) };
  }
};

/** With the explanation of the browser. */
const unreadable = (error: unknown): Reason => ({ code: 'UNREADABLE', message: (error as Error).message });

const listed = (text: string): Row[] =>
  (JSON.parse(text) as unknown[]).map((user, index) => rowOf(index + 1, JSON.stringify(user), () => user));

const lines = (text: string): Row[] =>
  text
    .split('\n')
    .flatMap((content, index) =>
      content.trim() === '' ? [] : [rowOf(index + 1, content.trim(), () => JSON.parse(content) as unknown)],
    );

function table(csv: string): Content {
  const [heading, ...records] = readCsv(csv);
  const columns = (heading?.values ?? []).map((name) => name.trim());
  const rows = records.map(({ line, text, values }) => rowOf(line, text, () => userOf(columns, values)));
  return { rows, heading: `${heading?.text ?? ''}\n`, extension: 'csv' };
}

/** The input of a line: without empty cells; a column such as "profile.givenName" is a member of an object. */
function userOf(columns: readonly string[], values: readonly string[]): Record<string, unknown> {
  const user: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const value = values[index]?.trim() ?? '';
    if (column !== '' && value !== '') put(user, 'CreateUserInput', column.split('.'), value);
  }
  return user;
}

function put(target: Record<string, unknown>, type: string, [name = '', ...rest]: readonly string[], value: string) {
  const fields = inputs[type] ?? [];
  const field = fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const key = field?.name ?? name;
  if (rest.length === 0) {
    target[key] = valueOf(field, value);
    return;
  }
  const inner = isObject(target[key]) ? target[key] : {};
  target[key] = inner;
  put(inner, field?.type ?? '', rest, value);
}

function valueOf(field: FormField | undefined, text: string): unknown {
  // An export writes an apostrophe before what a spreadsheet would take for a formula.
  const value = text.replace(/^'(?=[=+\-@])/, '');
  if (field?.isList && !value.startsWith('[')) return value.split(/[\s,;]+/);
  if (field && (field.isList || isStructured(field.type))) return JSON.parse(value);
  return value;
}
