// SQL: what is used is decided by an index on a part of a column, which Prisma cannot name.
import { createHash } from 'node:crypto';
import { day } from '../domain/durations.ts';
import type { PictureFile } from '../domain/people/picture/picture-file.ts';
import type { Database, Prisma, Transaction } from '../platform/database/database.ts';
import { deleteBatch, deleteInBatches } from './sql/delete-in-batches.ts';

/** The path of an asset, whose id is the SHA-256 of its bytes in base64url: what is at an address never changes. */
const assetPath = (id: string): string => `/assets/${id}`;
export const isAssetId = (id: string): boolean => /^[\w-]{43}$/.test(id);

/** Stores a picture, unless it is stored, and returns its path. */
export async function storePicture(
  tx: Pick<Transaction, 'asset'>,
  { type, bytes }: Pick<PictureFile, 'type' | 'bytes'>,
  now: Date,
): Promise<string> {
  const id = createHash('sha256').update(bytes).digest('base64url');
  // The time is that of its last use: `removeUnusedAssets` waits for the row, and leaves it.
  await tx.asset.upsert({ where: { id }, create: { id, type, bytes, usedAt: now }, update: { usedAt: now } });
  return assetPath(id);
}

export const readAsset = ({ asset }: Pick<Prisma, 'asset'>, id: string) => asset.findUnique({ where: { id } });

/** The index users_avatar_asset_idx is on this part. */
const unused = deleteBatch(
  'assets',
  'id',
  `used_at < $1 AND NOT EXISTS (
     SELECT FROM users WHERE avatar LIKE '%/assets/%' AND right(avatar, 43) = assets.id) ORDER BY used_at`,
);

/** Deletes the assets that no account has used for a day. Returns their number. */
export const removeUnusedAssets = ({ pool }: Pick<Database, 'pool'>, now: Date): Promise<number> =>
  deleteInBatches(pool, unused, [new Date(now.getTime() - day)]);
