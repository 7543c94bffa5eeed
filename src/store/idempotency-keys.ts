import { day } from '../domain/durations.ts';
import type { Database } from '../platform/database/database.ts';
import { batchSize, deleteInBatches } from './sql/delete-in-batches.ts';

/** Milliseconds that a key is stored. */
export const keyLifetime = day;

// Skips locked rows, so that concurrent processes do not wait for each other.
const removeBatch = `
  DELETE FROM idempotency_keys WHERE (actor_id, key_hash) IN (
    SELECT actor_id, key_hash FROM idempotency_keys WHERE created_at <= $1 LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`;

/** Deletes expired keys and their results. Returns their number. */
export const removeOldKeys = ({ pool }: Pick<Database, 'pool'>, now: Date): Promise<number> =>
  deleteInBatches(pool, removeBatch, [new Date(now.getTime() - keyLifetime)]);
