import { z } from 'zod';
import type { Operation } from './operation.ts';

/** Records as an operation left them, by id: those it had at hand. Surfaces show them without reading them again. */
export type Rows = ReadonlyMap<string, Row>;
export interface Row {
  id: string;
  version?: number;
}
export const noRows: Rows = new Map();

/**
 * Parts what `run` returned into the ids of records, for everyone, and the rows among them. `countedId` names the record whose
 * change is counted after its row was read.
 */
export function partRows(
  { output: shape }: Pick<Operation, 'output'>,
  answered: Readonly<Record<string, unknown>>,
  countedId: string | undefined,
): { output: Record<string, unknown>; rows: Rows } {
  const rows = new Map<string, Row>();
  const output = { ...answered };
  for (const [field, kind] of Object.entries(shape)) {
    const row = answered[field];
    if (kind instanceof z.ZodType || !isRow(row)) continue;
    const isCounted = row.id === countedId && row.version !== undefined;
    rows.set(row.id, isCounted ? { ...row, version: (row.version ?? 0) + 1 } : row);
    output[field] = row.id;
  }
  return { output, rows };
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'id' in value;
