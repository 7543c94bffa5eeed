import { Prisma } from '../../generated/prisma/client.ts';
import { omittedColumns, type Row, type Transaction } from '../../platform/database/database.ts';
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

/** A password that was compared, and the counts of endings when its hash was read. */
export interface ComparedPassword {
  passwordHash: string;
  endings: number;
  /** Replaces the hash. */
  strongerHash: string | null;
}

export interface RecordedSignIn {
  now: Date;
  compared: ComparedPassword | null;
  verifiesEmail: boolean;
  /** The browser; the id is that of a new one. */
  device: { id: string; secretHash: Uint8Array };
}

/**
 * Records a sign-in, and the device, unless the user is suspended, or was ended or given another password since the
 * hash was read.
 * Neither a sign-in nor a new hash of the same password changes the claim "updated_at" of OpenID Connect.
 */
export async function recordSignIn(
  tx: Transaction,
  userId: string,
  { now, compared, verifiesEmail, device }: RecordedSignIn,
): Promise<Row<'user'> | undefined> {
  const { passwordHash = null, endings = null, strongerHash = null } = compared ?? {};
  const [user] = await tx.$queryRaw<Row<'user'>[]>`
    WITH signed_in AS (
    UPDATE users SET last_sign_in_at = ${now}, password_hash = coalesce(${strongerHash}::text, password_hash),
      email_verified_at = CASE WHEN ${verifiesEmail}::boolean THEN ${now}::timestamptz ELSE email_verified_at END,
      updated_at = CASE WHEN ${verifiesEmail}::boolean THEN ${now}::timestamptz ELSE updated_at END
    WHERE id = ${userId} AND suspended_at IS NULL AND (${passwordHash}::text IS NULL
      OR password_hash = ${passwordHash}::text AND endings = ${endings}::int)
    RETURNING ${columns}
    ), seen AS (
      INSERT INTO devices (id, user_id, secret_hash, endings, created_at, last_seen_at)
      SELECT ${device.id}, id, ${device.secretHash}, endings, ${now}::timestamptz, ${now}::timestamptz FROM signed_in
      ON CONFLICT (user_id, secret_hash) DO UPDATE SET endings = excluded.endings, last_seen_at = excluded.last_seen_at
    )
    SELECT * FROM signed_in`;
  return user;
}
