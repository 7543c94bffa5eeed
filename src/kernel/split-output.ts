import { z } from 'zod';
import type { Operation } from './operation.ts';

/** Rows that an operation returned, by id. The APIs show them without another query. */
export type Rows = ReadonlyMap<string, Row>;
export interface Row {
  id: string;
  version?: number;
}
export const noRows: Rows = new Map();

/**
 * Splits the result of `run` into the output, with ids of records, and the rows among them. `bumpedId` is the record
 * whose version is incremented after its row was read.
 */
export function splitOutput(
  { output: shape }: Pick<Operation, 'output'>,
  result: Readonly<Record<string, unknown>>,
  bumpedId: string | undefined,
): { output: Record<string, unknown>; rows: Rows } {
  const rows = new Map<string, Row>();
  const output = { ...result };
  for (const [field, kind] of Object.entries(shape)) {
    const row = result[field];
    if (kind instanceof z.ZodType || !isRow(row)) continue;
    const isBumped = row.id === bumpedId && row.version !== undefined;
    rows.set(row.id, isBumped ? { ...row, version: (row.version ?? 0) + 1 } : row);
    output[field] = row.id;
  }
  return { output, rows };
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'id' in value;
