// SQL: an insertion that does nothing on a conflict, and a count by two ranges of an index.
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import type { Passkey } from '../../platform/webauthn.ts';

interface NewPasskey extends Passkey {
  id: string;
  userId: string;
  /** Chosen by the user. */
  name: string;
  /** The host of the pages for which it was made. */
  host: string;
  createdAt: Date;
}

/** Adds a passkey. False if there is one with this credential id, of any user. */
export async function addPasskey(tx: Pick<Transaction, '$executeRaw'>, passkey: NewPasskey): Promise<boolean> {
  const { id, userId, name, credentialId, publicKey, counter, transports, aaguid, isBackedUp, host, createdAt } =
    passkey;
  const added = await tx.$executeRaw`
    INSERT INTO factors
      (id, user_id, kind, name, credential_id, public_key, counter, transports, aaguid, is_backed_up, host, created_at)
    VALUES (${id}, ${userId}, 'passkey', ${name}, ${credentialId}, ${Buffer.from(publicKey)}, ${counter}, ${transports},
      ${aaguid}, ${isBackedUp}, ${host}, ${createdAt})
    ON CONFLICT (credential_id) DO NOTHING`;
  return added === 1;
}

/** The number of passkeys that were made for other hosts: browsers do not offer them to this one. By index. */
export async function countPasskeysOfOtherHosts(prisma: Pick<Prisma, '$queryRaw'>, host: string): Promise<number> {
  const [row] = await prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM factors WHERE host < ${host} OR host > ${host}`;
  return row?.count ?? 0;
}

/** A passkey with what a response is verified with. */
export interface StoredPasskey extends Omit<Passkey, 'aaguid'> {
  id: string;
  userId: string;
}

export async function findPasskey(
  prisma: Pick<Prisma, '$queryRaw'>,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const [row] = await prisma.$queryRaw<StoredPasskey[]>`
    SELECT id, user_id AS "userId", credential_id AS "credentialId", public_key AS "publicKey",
      counter::float8 AS counter, transports, is_backed_up AS "isBackedUp"
    FROM factors WHERE credential_id = ${credentialId}`;
  return row;
}

/** The passkeys of a user, by which a browser finds them. */
export const passkeysOf = (
  prisma: Pick<Prisma, '$queryRaw'>,
  userId: string,
): Promise<Pick<StoredPasskey, 'credentialId' | 'transports'>[]> =>
  prisma.$queryRaw`
    SELECT credential_id AS "credentialId", transports FROM factors WHERE user_id = ${userId} AND kind = 'passkey'`;

export interface PasskeyUse {
  counter: number;
  isBackedUp: boolean;
  now: Date;
  /** Also accept a counter that did not increase, for passkeys of which there are copies by design. */
  allowStaleCounter?: boolean;
}

/**
 * Records a use. False if the passkey was removed, or its counter did not increase since: another use with the same
 * counter, or a copy of the authenticator. Authenticators that do not count always have 0.
 */
export async function usePasskey(
  tx: Pick<Transaction, '$executeRaw'>,
  id: string,
  { counter, isBackedUp, now, allowStaleCounter = false }: PasskeyUse,
): Promise<boolean> {
  const used = await tx.$executeRaw`
    UPDATE factors SET counter = greatest(counter, ${counter}::bigint), is_backed_up = ${isBackedUp}, last_used_at = ${now}
    WHERE id = ${id} AND kind = 'passkey'
      AND (counter < ${counter}::bigint OR (counter = 0 AND ${counter}::bigint = 0) OR ${allowStaleCounter})`;
  return used === 1;
}
