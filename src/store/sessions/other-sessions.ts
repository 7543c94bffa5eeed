// SQL: one statement that ends everything of a user but one session, without a lock.
import type { Transaction } from '../../platform/database/database.ts';
import { recordKey } from './oidc-records.ts';
import { isValidRecord } from './session-epochs.ts';

/**
 * Ends everything a user has at the issuer, offline access included, except what belongs to one session. The session
 * epoch is incremented for that one, too, so that no request in progress brings back what has ended: its access tokens
 * are refused, and its refresh tokens go on. Returns the session epoch since.
 */
export async function endOtherSessions(
  tx: Transaction,
  { userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<number> {
  const grants = await tx.$queryRaw<{ id: string }[]>`
    SELECT granted.value ->> 'grantId' AS id
    FROM oidc_records, jsonb_each(coalesce(payload -> 'authorizations', '{}')) AS granted
    WHERE model = 'Session' AND uid = ${sessionId} AND user_id = ${userId} AND ${isValidRecord}
      AND granted.value ? 'grantId'`;
  const grantIds = grants.map(({ id }) => id);
  const [row] = await tx.$queryRaw<{ sessionEpoch: number }[]>`
    WITH incremented AS (UPDATE users SET session_epoch = session_epoch + 1 WHERE id = ${userId} RETURNING session_epoch),
    records AS (
      SELECT model, key, coalesce(model = 'Session' AND uid = ${sessionId} OR grant_id = ANY(${grantIds}::text[])
        OR model = 'Grant' AND key = ANY(${grantIds.map(recordKey)}::text[]), false) AND ${isValidRecord} AS is_kept
      FROM oidc_records WHERE user_id = ${userId}
    ), ended AS (
      DELETE FROM oidc_records USING records
      WHERE oidc_records.model = records.model AND oidc_records.key = records.key AND NOT is_kept
    ), kept AS (
      UPDATE oidc_records SET user_session_epoch = user_session_epoch + 1 FROM records
      WHERE oidc_records.model = records.model AND oidc_records.key = records.key AND is_kept
    )
    SELECT session_epoch AS "sessionEpoch" FROM incremented`;
  if (!row) throw new Error('ending: no such user');
  return row.sessionEpoch;
}
