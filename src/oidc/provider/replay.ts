import type { Database } from '../../platform/database.ts';
import type { NewRecord } from '../../store/oidc-records.ts';
import { errors } from './library.ts';

/**
 * Remembers a client assertion until it expires, so that it is used once (RFC 7523 §3, "jti"). The library looks first and
 * writes afterwards; of two requests with the same assertion at one instant, only the one whose insert wins gets through.
 */
export async function keepReplay(database: Pick<Database, 'prisma'>, row: NewRecord, now: Date): Promise<void> {
  const inserted = await database.prisma.$executeRaw`
    INSERT INTO oidc_records (model, key, payload, expires_at)
    VALUES ('ReplayDetection', ${row.key}, ${JSON.stringify(row.payload)}::jsonb, ${row.expiresAt})
    ON CONFLICT (model, key) DO UPDATE SET expires_at = EXCLUDED.expires_at WHERE oidc_records.expires_at <= ${now}`;
  if (inserted === 0) throw new errors.InvalidClientAuth('client assertion tokens must only be used once');
}
