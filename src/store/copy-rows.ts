import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

export type Value = string | number | bigint | Date | null;

/**
 * Adds rows to a table in the transaction of `client`: for many rows COPY is half the work of an INSERT, which parses them as JSON first and
 * logs them one by one. Rejects as an INSERT would.
 */
export async function copyRows(
  client: Pick<pg.ClientBase, 'query'>,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  const sink = client.query(from(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
  let text = '';
  for (const row of rows) text += `${row.map(textOf).join('\t')}\n`;
  sink.end(text);
  await finished(sink);
}

// PostgreSQL, "COPY", Text Format.
function textOf(value: Value): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return /[\\\n\r\t]/.test(value) ? value.replaceAll(/[\\\n\r\t]/g, escaped) : value;
  return value instanceof Date ? value.toISOString() : String(value);
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escaped = (character: string): string => escapes[character] ?? character;
