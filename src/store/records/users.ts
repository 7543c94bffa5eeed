// SQL: locks, and one statement that records a sign-in unless the user has changed.
import { Prisma } from '../../generated/prisma/client.ts';
import { omittedColumns, type Row, type Transaction } from '../../platform/database/database.ts';
import { columnsOf } from '../sql/columns.ts';
import { requireFound } from '../../domain/failure.ts';
import { lockRow } from '../row-locks/row-locks.ts';

const columns = columnsOf(Prisma.UserScalarFieldEnum, omittedColumns.user);

/** Locks a user and returns it. NOT_FOUND at "userId" if it does not exist. */
export const lockUser = (tx: Transaction, userId: string) =>
  lockRow<Row<'user'>>(tx, 'user', { columns, id: userId }, 'userId');

/** The changes to an account that is reactivated: it is not deleted either. */
export const reactivated = { suspendedAt: null, deletionDueAt: null };

/** Locks users and returns them. NOT_FOUND below `path` for those that do not exist. */
export async function lockUsers(tx: Transaction, ids: readonly string[], path: string): Promise<Row<'user'>[]> {
  if (!ids.length) return [];
  const rows = await tx.$queryRaw<Row<'user'>[]>`
    SELECT ${columns} FROM users WHERE id = ANY(${ids}) ORDER BY id FOR UPDATE`;
  requireFound('user', ids, new Set(rows.map(({ id }) => id)), path);
  return rows;
}

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

/** Locks a user before what belongs to them is used: factors and tokens. */
export async function lockUserToUse(tx: Pick<Transaction, '$executeRaw'>, userId: string): Promise<void> {
  await tx.$executeRaw`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
}

/** Sets the password that the next sign-in requires. False if the user has changed since. */
export async function replacePassword(
  tx: Transaction,
  userId: string,
  { hash, sessionEpoch }: { hash: string; sessionEpoch: number },
): Promise<boolean> {
  const where = { id: userId, sessionEpoch, suspendedAt: null, passwordResetRequiredAt: { not: null } };
  const data = { passwordHash: hash, passwordResetRequiredAt: null };
  return (await tx.user.updateMany({ where, data })).count > 0;
}

interface RecordedSignIn {
  now: Date;
  /** The session epoch with which the person was authenticated. */
  sessionEpoch: number;
  /** Addresses that are verified by it. */
  verifies: { email: boolean; phone: boolean };
  device: SignedInDevice;
  /** The person is signed in, and has only proven more. */
  isStepUp?: boolean;
}

/** The browser of a sign-in. */
export interface SignedInDevice {
  /** The id, if it is new for the user. */
  id: string;
  /** SHA-256 of the secrets in its cookie, and of the one that replaces that of the user. */
  hashes: readonly Uint8Array[];
  secretHash: Uint8Array;
  label: string | null;
  /** Replaces an earlier time until which it is trusted. */
  trustedUntil: Date | null;
}

/**
 * Records a sign-in, and the device with its new secret, unless the user is suspended, or was signed out or given
 * another password since. A sign-in does not change the claim "updated_at" of OpenID Connect.
 */
export async function recordSignIn(
  tx: Transaction,
  userId: string,
  { now, sessionEpoch, verifies, device, isStepUp = false }: RecordedSignIn,
): Promise<{ user: Row<'user'>; replacedDevice: Uint8Array | null } | undefined> {
  const [row] = await tx.$queryRaw<(Row<'user'> & { replacedDevice: Uint8Array | null })[]>`/* name: record_sign_in */
    WITH signed_in AS (
      UPDATE users SET last_sign_in_at = CASE WHEN ${isStepUp}::boolean THEN last_sign_in_at ELSE ${now}::timestamptz END,
        email_verified_at = CASE WHEN ${verifies.email}::boolean THEN ${now}::timestamptz ELSE email_verified_at END,
        phone_verified_at = CASE WHEN ${verifies.phone}::boolean THEN ${now}::timestamptz ELSE phone_verified_at END,
        updated_at = CASE WHEN ${verifies.email || verifies.phone}::boolean THEN ${now}::timestamptz ELSE updated_at END
      WHERE id = ${userId} AND suspended_at IS NULL AND session_epoch = ${sessionEpoch}
      RETURNING ${columns}
    ), known AS (
      SELECT d.id, d.secret_hash FROM devices AS d JOIN signed_in ON d.user_id = signed_in.id
      WHERE d.secret_hash = ANY(${device.hashes}::bytea[]) ORDER BY d.last_seen_at DESC, d.id LIMIT 1 FOR UPDATE OF d
    ), renewed AS (
      UPDATE devices AS d SET secret_hash = ${device.secretHash}, session_epoch = signed_in."sessionEpoch",
        last_seen_at = ${now}::timestamptz, label = ${device.label},
        trusted_until = CASE WHEN d.session_epoch = signed_in."sessionEpoch" THEN coalesce(${device.trustedUntil}::timestamptz, d.trusted_until)
          ELSE ${device.trustedUntil}::timestamptz END
      FROM known, signed_in WHERE d.id = known.id
    ), added AS (
      INSERT INTO devices (id, user_id, secret_hash, label, session_epoch, created_at, last_seen_at, trusted_until)
      SELECT ${device.id}, id, ${device.secretHash}, ${device.label}, "sessionEpoch", ${now}::timestamptz, ${now}::timestamptz,
        ${device.trustedUntil}::timestamptz FROM signed_in WHERE NOT EXISTS (SELECT FROM known)
    )
    SELECT *, (SELECT secret_hash FROM known) AS "replacedDevice" FROM signed_in`;
  if (!row) return undefined;
  const { replacedDevice, ...user } = row;
  return { user, replacedDevice };
}
