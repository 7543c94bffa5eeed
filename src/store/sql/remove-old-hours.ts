// SQL: deletions in batches that skip locked rows.
import { day } from '../../domain/durations.ts';
import type { Database } from '../../platform/database/database.ts';
import { batchSize, deleteInBatches } from './delete-in-batches.ts';

/** Milliseconds that counts are kept: as long as events. */
const retention = 90 * day;

/** Tables with a row for each hour in which something was counted. */
type CountTable = 'activity_counts' | 'webhook_counts';

/** Deletes the counts of 90 days ago. Returns the number of rows. */
export function removeOldHours({ pool }: Pick<Database, 'pool'>, table: CountTable, now: Date): Promise<number> {
  const statement = `
    DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${table} WHERE hour < $1 ORDER BY hour LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`;
  return deleteInBatches(pool, statement, [new Date(now.getTime() - retention)]);
}
