import { Prisma } from '../../generated/prisma/client.ts';
import { omittedColumns, type Row, type Transaction } from '../../platform/database/database.ts';
import { endUser } from '../sessions/endings.ts';
import { columnsOf } from '../sql/columns.ts';
import { lockRow } from './locks.ts';

const columns = columnsOf(Prisma.UserScalarFieldEnum, omittedColumns.user);

/** Locks a user and returns it. NOT_FOUND at "userId" if it does not exist. */
export const lockUser = (tx: Transaction, userId: string) =>
  lockRow<Row<'user'>>(tx, 'user', { columns, id: userId }, 'userId');

/** Returns the ids of the default roles, and locks them against deletion until the transaction ends. */
export async function lockDefaultRoles(tx: Transaction): Promise<string[]> {
  const roles = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM roles WHERE is_default ORDER BY id FOR KEY SHARE`;
  return roles.map(({ id }) => id);
}

/** Replaces a weak hash of a password by a stronger one of the same password, unless the user has another one. */
export async function replaceHash(
  tx: Pick<Transaction, '$executeRaw'>,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.$executeRaw`UPDATE users SET password_hash = ${to} WHERE id = ${userId} AND password_hash = ${from}`;
}

/** Sets the password that the next sign-in requires, which ends all sessions. False if the user has changed since. */
export async function replacePassword(
  tx: Transaction,
  userId: string,
  { hash, endings }: { hash: string; endings: number },
): Promise<boolean> {
  const where = { id: userId, endings, suspendedAt: null, passwordResetRequiredAt: { not: null } };
  const data = { passwordHash: hash, passwordResetRequiredAt: null };
  const { count } = await tx.user.updateMany({ where, data });
  if (count) await endUser(tx, userId);
  return count > 0;
}

export interface RecordedSignIn {
  now: Date;
  /** The count of endings with which the person was authenticated. */
  endings: number;
  verifiesEmail: boolean;
  /** The browser. The id is that of a new one; a time until which it is trusted replaces an earlier one. */
  device: { id: string; secretHash: Uint8Array; trustedUntil: Date | null };
}

/**
 * Records a sign-in, and the device, unless the user is suspended, or was signed out or given another password since.
 * A sign-in does not change the claim "updated_at" of OpenID Connect.
 */
export async function recordSignIn(
  tx: Transaction,
  userId: string,
  { now, endings, verifiesEmail, device }: RecordedSignIn,
): Promise<Row<'user'> | undefined> {
  const [user] = await tx.$queryRaw<Row<'user'>[]>`
    WITH signed_in AS (
    UPDATE users SET last_sign_in_at = ${now},
      email_verified_at = CASE WHEN ${verifiesEmail}::boolean THEN ${now}::timestamptz ELSE email_verified_at END,
      updated_at = CASE WHEN ${verifiesEmail}::boolean THEN ${now}::timestamptz ELSE updated_at END
    WHERE id = ${userId} AND suspended_at IS NULL AND endings = ${endings}
    RETURNING ${columns}
    ), seen AS (
      INSERT INTO devices AS d (id, user_id, secret_hash, endings, created_at, last_seen_at, trusted_until)
      SELECT ${device.id}, id, ${device.secretHash}, endings, ${now}::timestamptz, ${now}::timestamptz,
        ${device.trustedUntil}::timestamptz FROM signed_in
      ON CONFLICT (user_id, secret_hash) DO UPDATE SET endings = excluded.endings, last_seen_at = excluded.last_seen_at,
        trusted_until = CASE WHEN d.endings = excluded.endings THEN coalesce(excluded.trusted_until, d.trusted_until)
          ELSE excluded.trusted_until END
    )
    SELECT * FROM signed_in`;
  return user;
}
