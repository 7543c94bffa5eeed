import type { Database } from '../platform/database/database.ts';

/** Milliseconds that a key is kept. */
export const keyLifetime = 24 * 60 * 60 * 1000;

/** Rows that one statement removes, and statements per call: the rest waits for the next one. */
const batch = 1000;
const batches = 100;

// Skipping locked rows lets several processes clean up at once without waiting for each other.
const removeBatch = `
  DELETE FROM idempotency_keys WHERE (actor_id, key_hash) IN (
    SELECT actor_id, key_hash FROM idempotency_keys WHERE created_at <= $1 LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;

/** Removes the keys whose time is over, and what was answered for them. Returns how many there were. */
export async function removeOldKeys(database: Pick<Database, 'pool'>, now: Date): Promise<number> {
  const end = new Date(now.getTime() - keyLifetime);
  let removed = 0;
  for (let turn = 0; turn < batches; turn++) {
    const { rowCount } = await database.pool.query(removeBatch, [end]);
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) break;
  }
  return removed;
}
