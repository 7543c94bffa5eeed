// SQL: deletions in batches that skip locked rows.
import { timingSafeEqual } from 'node:crypto';
import { tokenHash, tokenParts, tokenText } from '../../domain/people/one-time-token.ts';
import type { Database, Prisma, Row, Transaction } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import { deleteBatch, deleteInBatches } from '../sql/delete-in-batches.ts';

/** A subject token before it is stored. Only its hash is. */
interface NewSubjectToken {
  id: string;
  secretHash: Uint8Array<ArrayBuffer>;
  text: string;
}

/** A token with a random secret. For `prepare`. */
export function newSubjectToken(ids: Ids): NewSubjectToken {
  const [id, secret] = [ids.next('subjectToken'), ids.secret()];
  return { id, text: tokenText(id, secret), secretHash: new Uint8Array(tokenHash(secret)) };
}

/** Finds the token with this text that can be used now. */
export async function findSubjectToken(
  { subjectToken }: Pick<Prisma, 'subjectToken'>,
  text: string,
  now: Date,
): Promise<Row<'subjectToken'> | undefined> {
  const parts = tokenParts(text);
  const token = parts && (await subjectToken.findUnique({ where: { id: parts.id }, omit: { secretHash: false } }));
  if (!token || !timingSafeEqual(tokenHash(parts.secret), token.secretHash)) return undefined;
  return token.usedAt === null && token.expiresAt > now ? token : undefined;
}

/** Uses a token. Undefined if it was used or has expired meanwhile: of concurrent uses, one wins. */
export async function useSubjectToken(
  tx: Pick<Transaction, 'subjectToken'>,
  id: string,
  now: Date,
): Promise<Row<'subjectToken'> | undefined> {
  const where = { id, usedAt: null, expiresAt: { gt: now } };
  const [token] = await tx.subjectToken.updateManyAndReturn({ where, data: { usedAt: now } });
  return token;
}

const expired = deleteBatch('subject_tokens', 'id', 'expires_at < $1');

/** Deletes expired tokens. Returns their number. */
export const removeExpiredSubjectTokens = ({ pool }: Pick<Database, 'pool'>, now: Date): Promise<number> =>
  deleteInBatches(pool, expired, [now]);
