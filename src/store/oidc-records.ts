import { hash } from 'node:crypto';
import type { Database, Transaction } from '../platform/database.ts';

/** Key of a record: many ids are bearer secrets, so only their SHA-256 (base64url) is kept. */
export const recordKey = (id: string): string => hash('sha256', id, 'base64url');

/** Ends what a person has: sessions, pending sign-ins, grants, codes, refresh tokens and opaque access tokens. Returns how many there were. */
export async function deleteRecordsOfUser(tx: Transaction, userId: string): Promise<number> {
  return (await tx.oidcRecord.deleteMany({ where: { userId } })).count;
}

/** Ends what an application has: grants, codes, tokens, pushed requests. People stay signed in. */
export async function deleteRecordsOfApplication(tx: Transaction, clientId: string): Promise<void> {
  await tx.oidcRecord.deleteMany({ where: { clientId } });
}

/** Revokes a grant and everything that was issued under it (RFC 7009 §2.1, RFC 6749 §4.1.2). */
export async function deleteRecordsOfGrant(tx: Pick<Transaction, 'oidcRecord'>, grantId: string): Promise<void> {
  await tx.oidcRecord.deleteMany({ where: { OR: [{ grantId }, { model: 'Grant', key: recordKey(grantId) }] } });
}

/** Gives a pending sign-in this many seconds more, once: somebody has opened its page. */
export async function openInteraction(
  { prisma }: Pick<Database, 'prisma'>,
  id: string,
  seconds: number,
): Promise<void> {
  await prisma.$executeRaw`
    UPDATE oidc_records
    SET expires_at = expires_at + make_interval(secs => ${seconds}), payload = payload || '{"opened": true}'
    WHERE model = 'Interaction' AND key = ${recordKey(id)} AND NOT payload ?| '{opened,result}'`;
}

/** Rows that one statement removes: short locks, and no long transaction beside the work of people. */
const batch = 1000;
/** Batches per call: the rest waits for the next one. */
const batches = 100;

// Skipping locked rows lets several processes clean up at once without waiting for each other.
const removeBatch = `
  DELETE FROM oidc_records WHERE (model, key) IN (
    SELECT model, key FROM oidc_records WHERE expires_at <= $1 LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;

/** Removes what has expired, at most 100,000 records per call. Returns how many it removed. */
export async function removeExpiredRecords(database: Pick<Database, 'pool'>, now: Date): Promise<number> {
  let removed = 0;
  for (let turn = 0; turn < batches; turn++) {
    const { rowCount } = await database.pool.query(removeBatch, [now]);
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) break;
  }
  return removed;
}
