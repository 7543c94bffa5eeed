import { timingSafeEqual } from 'node:crypto';
import { type AddressBefore, undoLifetime, type UndoKind } from '../../domain/account/undo.ts';
import { type LinkStatus, linkStatus, tokenHash, tokenParts, tokenText } from '../../domain/people/one-time-token.ts';
import { type SecretBox, tryOpen } from '../../platform/crypto/secret-box.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';

/** The link that takes a change back, before the change is made. */
export interface UndoLink {
  id: string;
  secretHash: Uint8Array<ArrayBuffer>;
  url: string;
}

export function newUndoLink({ ids, publicUrl }: { ids: Pick<Ids, 'next' | 'secret'>; publicUrl: string }): UndoLink {
  const [id, secret] = [ids.next('accountUndo'), ids.secret()];
  return { id, secretHash: Uint8Array.from(tokenHash(secret)), url: `${publicUrl}/link/${tokenText(id, secret)}` };
}

interface NewUndo {
  link: UndoLink;
  userId: string;
  kind: UndoKind;
  /** Null for a deletion. */
  before: AddressBefore | null;
  since: Date;
  now: Date;
}

/** Stores what the link takes back. Returns when it expires. */
export async function addUndo(
  tx: Pick<Transaction, 'accountUndo'>,
  secretBox: Pick<SecretBox, 'seal'>,
  { link: { id, secretHash }, userId, kind, before, since, now }: NewUndo,
): Promise<Date> {
  const expiresAt = new Date(now.getTime() + undoLifetime);
  const encryptedBefore = before && Uint8Array.from(secretBox.seal(Buffer.from(JSON.stringify(before))));
  const data = { id, userId, kind, encryptedBefore, since, secretHash, createdAt: now, expiresAt };
  await tx.accountUndo.create({ data });
  return expiresAt;
}

/** A change that can be taken back. */
export interface Undo {
  id: string;
  userId: string;
  kind: UndoKind;
  /** Null for a deletion, and if its key is lost. */
  before: AddressBefore | null;
  since: Date;
  createdAt: Date;
  status: LinkStatus;
}

/** The change that the link with this text takes back; undefined if there is none, or its secret is wrong. */
export async function findUndo(
  { accountUndo }: Pick<Prisma, 'accountUndo'>,
  secretBox: Pick<SecretBox, 'open'>,
  text: string,
  now: Date,
): Promise<Undo | undefined> {
  const { id, secret } = tokenParts(text) ?? {};
  if (id === undefined || secret === undefined) return undefined;
  const stored = await accountUndo.findUnique({ where: { id } });
  if (!stored || !timingSafeEqual(tokenHash(secret), stored.secretHash)) return undefined;
  const { userId, kind, encryptedBefore, since, createdAt, expiresAt, usedAt } = stored;
  const opened = encryptedBefore && tryOpen(secretBox, encryptedBefore);
  const before = opened ? (JSON.parse(opened.toString()) as AddressBefore) : null;
  const status = linkStatus({ expiresAt, usedAt }, now);
  return { id, userId, kind: kind as UndoKind, before, since, createdAt, status };
}

/** The account whose change the link with this text takes back; undefined if there is no such link. */
export async function ownerOfUndo({ accountUndo }: Pick<Prisma, 'accountUndo'>, text: string) {
  const where = { id: tokenParts(text)?.id ?? '' };
  return (await accountUndo.findUnique({ where, select: { userId: true } }))?.userId;
}

/**
 * Uses the link that takes back the deletion of an account, whose user is locked. An account has at most one that can
 * be used. False if it has none.
 */
export async function useDeletionUndo(
  { accountUndo }: Pick<Transaction, 'accountUndo'>,
  userId: string,
  now: Date,
): Promise<boolean> {
  const where = { userId, kind: 'deletion', usedAt: null, expiresAt: { gt: now } };
  return (await accountUndo.updateMany({ where, data: { usedAt: now } })).count > 0;
}

/**
 * Uses the link of a change of an address, whose user is locked. It ends those of later changes, too: who made them
 * must not restore what was taken back. False if it was used or ended meanwhile.
 */
export async function useAddressUndo(
  { accountUndo }: Pick<Transaction, 'accountUndo'>,
  { id, userId, createdAt }: Undo,
  now: Date,
): Promise<boolean> {
  const used = await accountUndo.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  if (!used.count) return false;
  const later = { userId, kind: { not: 'deletion' }, usedAt: null, createdAt: { gte: createdAt } };
  await accountUndo.updateMany({ where: later, data: { usedAt: now } });
  return true;
}
