// SQL: what is used is decided by an index on a part of a column, which Prisma cannot name.
import { createHash } from 'node:crypto';
import { day } from '../domain/durations.ts';
import type { PictureFile } from '../domain/people/picture/picture-file.ts';
import type { Database, Prisma, Transaction } from '../platform/database/database.ts';
import { batchSize, inBatches } from './sql/delete-in-batches.ts';

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

/** The id of the asset at an address of the platform; undefined at any other. */
export function assetIdOf(address: string, publicUrl: string): string | undefined {
  const id = address.slice(-43);
  return isAssetId(id) && address === publicUrl + assetPath(id) ? id : undefined;
}

/** Records that assets are used, or were until now. Returns how many of them are stored. */
export const touchAssets = async ({ asset }: Pick<Transaction, 'asset'>, ids: string[], now: Date): Promise<number> =>
  (await asset.updateMany({ where: { id: { in: ids } }, data: { usedAt: now } })).count;

export const readAsset = ({ asset }: Pick<Prisma, 'asset'>, id: string) => asset.findUnique({ where: { id } });

/** The images of the brandings, which are few: read once for all assets. */
const branded = `
  SELECT right(image, 43) FROM (
    SELECT branding FROM applications WHERE branding <> '{}' UNION ALL SELECT branding FROM sign_in_experiences
  ) AS shown CROSS JOIN LATERAL (
    VALUES (branding ->> 'favicon'), (branding #>> '{light,logo}'), (branding #>> '{dark,logo}')
  ) AS images (image) WHERE image IS NOT NULL`;

/**
 * Examines assets that were not used for a day: what is used has its time set again, so that it is examined once a day
 * at most, and the rest is deleted. The index users_avatar_asset_idx is on the part of the avatar. The LIMIT and the
 * arrays keep PostgreSQL from reading whole tables for each batch.
 */
const examination = `
  WITH old AS MATERIALIZED (
    SELECT id FROM assets WHERE used_at < $1 ORDER BY used_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
  ), used AS (
    UPDATE assets SET used_at = $2 WHERE id = ANY (ARRAY(
      SELECT old.id FROM old CROSS JOIN LATERAL (
        SELECT FROM users WHERE avatar LIKE '%/assets/%' AND right(avatar, 43) = old.id LIMIT 1
      ) AS owner UNION SELECT id FROM old WHERE id IN (${branded})
    )) RETURNING id
  ), unused AS (
    DELETE FROM assets WHERE id = ANY (ARRAY(SELECT id FROM old EXCEPT SELECT id FROM used)) RETURNING id
  )
  SELECT (SELECT count(*) FROM old)::int AS examined, (SELECT count(*) FROM unused)::int AS deleted`;

/** Deletes the assets that no account and no branding has used for a day. Returns their number. */
export async function removeUnusedAssets({ pool }: Pick<Database, 'pool'>, now: Date): Promise<number> {
  let removed = 0;
  await inBatches(async () => {
    const { rows } = await pool.query<{ examined: number; deleted: number }>(examination, [
      new Date(now.getTime() - day),
      now,
    ]);
    removed += rows[0]?.deleted ?? 0;
    return rows[0]?.examined ?? 0;
  });
  return removed;
}
