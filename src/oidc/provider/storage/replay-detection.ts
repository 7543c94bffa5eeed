// SQL: one statement that uses an assertion once, on the path of token requests.
import type { Database } from '../../../platform/database/database.ts';
import { hedged } from '../../../platform/database/hedge.ts';
import { preparedStatement } from '../../../platform/database/prepared-statement.ts';
import type { NewRecord } from '../../../store/sessions/oidc-records.ts';
import { errors } from '../library.ts';

const keep = `
  INSERT INTO oidc_records AS kept (model, key, payload, expires_at) VALUES ('ReplayDetection', $1, $2, $3)
  ON CONFLICT (model, key) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at
  WHERE kept.expires_at <= $4 OR kept.payload = excluded.payload`;

/**
 * Stores a client assertion until it expires, so that it is used only once (RFC 7523 §3, "jti"): of concurrent
 * requests, one succeeds in inserting it. The statement may be sent twice, like all statements of token requests;
 * `requestId` identifies the request that inserted the row.
 */
export async function keepReplay(
  database: Pick<Database, 'tokenPool' | 'preparedStatements'>,
  { key, payload, expiresAt }: NewRecord,
  { now, requestId }: { now: Date; requestId: string },
): Promise<void> {
  const values = [key, JSON.stringify({ ...payload, requestId }), expiresAt, now];
  const { rowCount } = await hedged(() =>
    database.tokenPool.query({ ...preparedStatement(database, 'replay', keep), values }),
  );
  if (rowCount === 0) throw new errors.InvalidClientAuth('client assertion tokens must only be used once');
}
