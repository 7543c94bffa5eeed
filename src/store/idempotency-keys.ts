// SQL: deletions in batches that skip locked rows.
import { day } from '../domain/durations.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteBatch, deleteInBatches } from './sql/delete-in-batches.ts';

/** Milliseconds that a key is stored. */
export const keyLifetime = day;

const expired = deleteBatch('idempotency_keys', 'actor_id, key_hash', 'created_at <= $1');

/** Deletes expired keys and their results. Returns their number. */
export const removeOldKeys = ({ pool }: Pick<Database, 'pool'>, now: Date): Promise<number> =>
  deleteInBatches(pool, expired, [new Date(now.getTime() - keyLifetime)]);
