// SQL: deletions in batches that skip locked rows.
import type { Database } from '../../platform/database/database.ts';

/** Rows that one statement examines or deletes at most: the `LIMIT` of the statement. */
export const batchSize = 1000;
/** Statements per call; the next call deletes the rest. */
const maxBatches = 100;

/** Deletes a batch of rows. Skips locked ones, so that concurrent processes do not wait for each other. */
export const deleteBatch = (table: string, keys: string, condition: string): string => `
  DELETE FROM ${table} WHERE (${keys}) IN (
    SELECT ${keys} FROM ${table} WHERE ${condition} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`;

/**
 * Repeats a statement that deletes at most `batchSize` rows until it deletes fewer. Returns the number of deleted rows.
 */
export async function deleteInBatches(
  pool: Database['pool'],
  statement: string,
  values: readonly unknown[],
): Promise<number> {
  let deleted = 0;
  await inBatches(async () => {
    const { rowCount } = await pool.query(statement, [...values]);
    deleted += rowCount ?? 0;
    return rowCount ?? 0;
  });
  return deleted;
}

/** Repeats a batch, which returns how many rows it has examined, until it finds fewer than it may. */
export async function inBatches(examine: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) if ((await examine()) < batchSize) return;
}
