// SQL: takes what is due, in one statement: each is read by one process.
import { day } from '../../domain/durations.ts';
import type { Prisma } from '../../platform/database/database.ts';

/** An identity provider by SAML whose metadata has an address. */
export interface DueMetadata {
  id: string;
  metadataUrl: string;
}

/** When the metadata of a provider is read again, whether or not it can be read now. */
export const nextReading = (now: Date): Date => new Date(now.getTime() + day);

/** Takes enabled identity providers whose metadata is due. Who has taken them reads it. */
export const takeDueMetadata = (
  prisma: Pick<Prisma, '$queryRaw'>,
  { now, limit }: { now: Date; limit: number },
): Promise<DueMetadata[]> => prisma.$queryRaw<DueMetadata[]>`
  UPDATE identity_providers SET metadata_due_at = ${nextReading(now)}
  WHERE id IN (
    SELECT id FROM identity_providers WHERE is_enabled AND metadata_due_at <= ${now}
    ORDER BY metadata_due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )
  RETURNING id, settings ->> 'metadataUrl' AS "metadataUrl"`;
