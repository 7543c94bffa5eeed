// SQL: locks, and a use of which one of several wins.
import { day } from '../../domain/durations.ts';
import { tokenHash, tokenText } from '../../domain/people/one-time-token.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import { deleteBatch, deleteInBatches } from '../sql/delete-in-batches.ts';

/** A token before it is stored. Only its hash is. */
interface NewToken {
  id: string;
  secretHash: Uint8Array<ArrayBuffer>;
  text: string;
  /** The address of its page. */
  link: string;
}

/** A token with a random secret. For `prepare`. */
export function newToken({ ids, publicUrl }: { ids: Ids; publicUrl: string }): NewToken {
  const [id, secret] = [ids.next('oneTimeToken'), ids.secret()];
  const text = tokenText(id, secret);
  return { id, text, secretHash: new Uint8Array(tokenHash(secret)), link: `${publicUrl}/link/${text}` };
}

/** Ends the tokens of an invitation that can still be used. */
export async function revokeInvitationTokens(
  tx: Pick<Transaction, 'oneTimeToken'>,
  organizationInvitationId: string,
  now: Date,
): Promise<void> {
  const where = { organizationInvitationId, usedAt: null, revokedAt: null };
  await tx.oneTimeToken.updateMany({ where, data: { revokedAt: now } });
}

const old = deleteBatch('one_time_tokens', 'id', 'expires_at < $1');

/** Deletes tokens that expired a week ago. Returns their number. */
export const removeOldTokens = ({ pool }: Pick<Database, 'pool'>, now: Date): Promise<number> =>
  deleteInBatches(pool, old, [new Date(now.getTime() - 7 * day)]);

/** Locks a token of the Management API and returns it; undefined if it does not exist. */
export async function lockToken(tx: Transaction, id: string) {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT id FROM one_time_tokens WHERE id = ${id} AND organization_invitation_id IS NULL FOR UPDATE`;
  return rows.length ? tx.oneTimeToken.findUniqueOrThrow({ where: { id } }) : undefined;
}

/** Uses a token. False if it was used or revoked meanwhile, or has expired: of concurrent uses, one wins. */
export async function useToken(tx: Pick<Transaction, '$executeRaw'>, id: string, now: Date): Promise<boolean> {
  const used = await tx.$executeRaw`
    UPDATE one_time_tokens SET used_at = ${now}
    WHERE id = ${id} AND used_at IS NULL AND revoked_at IS NULL AND expires_at > ${now}`;
  return used > 0;
}
