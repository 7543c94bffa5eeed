// SQL: deletions in batches that skip locked rows.
import { day } from '../../domain/durations.ts';
import { longestWindow } from '../../domain/messages/account-limits.ts';
import type { Database } from '../../platform/database/database.ts';
import { batchSize, deleteBatch, deleteInBatches } from '../sql/delete-in-batches.ts';
import { deviceLifetime } from './flow-query.ts';

/** Milliseconds that flows and their logs are kept, and limits whose counters have expired. */
const kept = { flows: 30 * day, limits: day, failures: 90 * day };

const flows = deleteBatch('flows', 'id', 'created_at < $1');
const devices = deleteBatch('devices', 'id', 'last_seen_at < $1');
// A lock outlives its attempts. Accounts that were locked keep the count of their failures, which never locks for good
// otherwise.
const attempts = deleteBatch(
  'attempt_limits',
  'key',
  'updated_at < $1 AND coalesce(locked_until < $2, true) AND (locks = 0 OR updated_at < $3)',
);
const messages = deleteBatch('message_limits', 'key', 'updated_at < $1');
const undos = deleteBatch('account_undos', 'id', 'expires_at < $1');
const trials = deleteBatch('identity_provider_trials', 'id', 'expires_at < $1');
const signInTrials = deleteBatch('sign_in_trials', 'id', 'expires_at < $1');
// Grants expire with their trials, but not what was issued under them.
const recordsOfTrials = `
  DELETE FROM oidc_records WHERE (model, key) IN (
    SELECT oidc_records.model, oidc_records.key FROM sign_in_trials JOIN oidc_records USING (grant_id)
    WHERE sign_in_trials.expires_at < $1 LIMIT ${batchSize})`;
const networks = deleteBatch('network_limits', 'key', 'started_at < $1');

/** Deletes old flows, devices and limits. Returns their number. */
export async function removeOldFlows({ pool }: Pick<Database, 'pool'>, now: Date): Promise<number> {
  const before = (age: number) => new Date(now.getTime() - age);
  const removed = [
    await deleteInBatches(pool, flows, [before(kept.flows)]),
    await deleteInBatches(pool, devices, [before(deviceLifetime)]),
    await deleteInBatches(pool, attempts, [before(kept.limits), now, before(kept.failures)]),
    await deleteInBatches(pool, messages, [before(kept.limits)]),
    await deleteInBatches(pool, undos, [now]),
    await deleteInBatches(pool, trials, [now]),
    await deleteInBatches(pool, recordsOfTrials, [now]),
    await deleteInBatches(pool, signInTrials, [now]),
    await deleteInBatches(pool, networks, [before(longestWindow)]),
  ];
  return removed.reduce((all, some) => all + some);
}
