// SQL: an order by whether a prefix is equal, and a use of which one of several wins.
import type { Prisma, Transaction } from '../../platform/database/database.ts';

interface NewBackupCode {
  id: string;
  prefix: string;
  /** The hash of the secret (domain/flow/secrets.ts), encrypted by the secret box. */
  encryptedSecret: Uint8Array<ArrayBuffer>;
}

/** Replaces the backup codes of a user, used ones included. */
export async function replaceBackupCodes(
  tx: Pick<Transaction, 'factor'>,
  userId: string,
  codes: readonly NewBackupCode[],
  createdAt: Date,
): Promise<void> {
  const kind = 'backup-code';
  await tx.factor.deleteMany({ where: { userId, kind } });
  await tx.factor.createMany({ data: codes.map((code) => ({ ...code, userId, kind, name: '', createdAt })) });
}

/** A backup code with what a typed one is compared with. */
interface StoredBackupCode {
  id: string;
  encryptedSecret: Uint8Array;
}

/**
 * The unused backup code of a user with this prefix. Without one another code, which differs as well: so the comparison
 * takes the same time.
 */
export async function findBackupCode(
  prisma: Pick<Prisma, '$queryRaw'>,
  userId: string,
  prefix: string,
): Promise<StoredBackupCode | undefined> {
  const [row] = await prisma.$queryRaw<StoredBackupCode[]>`
    SELECT id, encrypted_secret AS "encryptedSecret" FROM factors
    WHERE user_id = ${userId} AND kind = 'backup-code' AND used_at IS NULL
    ORDER BY prefix <> ${prefix}, id LIMIT 1`;
  return row;
}

/** Uses a backup code. False if it was used or removed since it was read: of several uses, one wins. */
export async function useBackupCode(tx: Pick<Transaction, '$executeRaw'>, id: string, now: Date): Promise<boolean> {
  const used = await tx.$executeRaw`
    UPDATE factors SET used_at = ${now}, last_used_at = ${now}
    WHERE id = ${id} AND kind = 'backup-code' AND used_at IS NULL`;
  return used === 1;
}
