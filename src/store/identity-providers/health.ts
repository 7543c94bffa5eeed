// SQL: a time of the last success, written once a minute.
import type { Database } from '../../platform/database/database.ts';
import { minute } from '../../domain/durations.ts';

/** Records that a person has signed in at an identity provider. Writes at most once a minute, unless it was failing. */
export async function recordProviderSuccess(
  { prisma }: Pick<Database, 'prisma'>,
  identityProviderId: string,
  now: Date,
): Promise<void> {
  await prisma.$executeRaw`
    UPDATE identity_providers SET last_succeeded_at = ${now}, last_error = NULL
    WHERE id = ${identityProviderId} AND (last_error IS NOT NULL OR last_succeeded_at IS NULL
      OR last_succeeded_at <= ${new Date(now.getTime() - minute)})`;
}
