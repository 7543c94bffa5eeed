// SQL: rows that are deleted and returned in order by one statement.
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { FactorKind } from '../../vocabulary/account/factors.ts';

/** A factor without what it is verified with. */
interface Factor {
  id: string;
  userId: string;
  kind: FactorKind;
  name: string;
  /** Of a passkey: its id in base64url, and how a browser reaches it. */
  credentialId: string | null;
  transports: string[];
  aaguid: string | null;
  /** Of a passkey: whether it is synchronized to other devices. */
  isBackedUp: boolean | null;
  /** Of a backup code: when it was used, after which it is not valid. */
  usedAt: Date | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const columns = Sql.raw(`id, user_id AS "userId", kind, name, credential_id AS "credentialId", transports, aaguid,
  is_backed_up AS "isBackedUp", used_at AS "usedAt", created_at AS "createdAt", last_used_at AS "lastUsedAt"`);

/** Removes factors of a user, all of them without ids, and returns them. */
export const removeFactors = (
  tx: Pick<Transaction, '$queryRaw'>,
  userId: string,
  ids: readonly string[] | null = null,
): Promise<Factor[]> =>
  tx.$queryRaw`
    WITH removed AS (DELETE FROM factors
      WHERE user_id = ${userId} AND (${ids}::text[] IS NULL OR id = ANY(${ids}::text[])) RETURNING *)
    SELECT ${columns} FROM removed ORDER BY id`;

/** In no browser the user skips the second factor any more: factors have changed. */
export const distrustDevices = async (tx: Pick<Transaction, 'device'>, userId: string): Promise<void> => {
  await tx.device.updateMany({ where: { userId, trustedUntil: { not: null } }, data: { trustedUntil: null } });
};
