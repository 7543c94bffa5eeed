import type { Prisma, Transaction } from '../../platform/database/database.ts';

interface NewBackupCode {
  id: string;
  prefix: string;
  /** Of the secret, with a key (domain/flow/secrets.ts). */
  hash: string;
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

/** The unused backup code of a user with this prefix. */
export async function findBackupCode(
  prisma: Pick<Prisma, '$queryRaw'>,
  userId: string,
  prefix: string,
): Promise<{ id: string; hash: string } | undefined> {
  const [row] = await prisma.$queryRaw<{ id: string; hash: string }[]>`
    SELECT id, hash FROM factors
    WHERE user_id = ${userId} AND prefix = ${prefix} AND kind = 'backup-code' AND used_at IS NULL`;
  return row;
}

/** Uses a backup code. False if it was used or removed since it was read: of several uses, one wins. */
export async function useBackupCode(tx: Pick<Transaction, '$executeRaw'>, id: string, now: Date): Promise<boolean> {
  const used = await tx.$executeRaw`
    UPDATE factors SET used_at = ${now}, last_used_at = ${now}
    WHERE id = ${id} AND kind = 'backup-code' AND used_at IS NULL`;
  return used === 1;
}
