// SQL: a use of which one of several wins, beside the statements that prepare it.
import type { Prisma, Transaction } from '../../platform/database/database.ts';

interface NewTotp {
  id: string;
  userId: string;
  /** Chosen by the user. */
  name: string;
  /** Encrypted by the secret box. */
  encryptedSecret: Uint8Array;
  /** The step of the code that confirmed the enrollment, which therefore is not accepted again. */
  lastStep: number;
  createdAt: Date;
}

/** Adds an authenticator app. */
export async function addTotp(tx: Pick<Transaction, '$executeRaw'>, totp: NewTotp): Promise<void> {
  const { id, userId, name, encryptedSecret, lastStep, createdAt } = totp;
  await tx.$executeRaw`
    INSERT INTO factors (id, user_id, kind, name, encrypted_secret, last_step, created_at)
    VALUES (${id}, ${userId}, 'totp', ${name}, ${Buffer.from(encryptedSecret)}, ${lastStep}, ${createdAt})`;
}

/** An authenticator app with what a code is checked with. */
interface StoredTotp {
  id: string;
  encryptedSecret: Uint8Array;
  /** The step of the last accepted code. */
  lastStep: number;
}

/** The authenticator apps of a user, the oldest first. */
export const totpsOf = (prisma: Pick<Prisma, '$queryRaw'>, userId: string): Promise<StoredTotp[]> =>
  prisma.$queryRaw`
    SELECT id, encrypted_secret AS "encryptedSecret", last_step AS "lastStep"
    FROM factors WHERE user_id = ${userId} AND kind = 'totp' ORDER BY id`;

/**
 * Records that the code of a step was accepted. False if the app was removed, or a code of this or a later step was
 * accepted since: of several uses of a code, one wins.
 */
export async function useTotp(
  tx: Pick<Transaction, '$executeRaw'>,
  id: string,
  { step, now }: { step: number; now: Date },
): Promise<boolean> {
  const used = await tx.$executeRaw`
    UPDATE factors SET last_step = ${step}, last_used_at = ${now}
    WHERE id = ${id} AND kind = 'totp' AND last_step < ${step}`;
  return used === 1;
}
