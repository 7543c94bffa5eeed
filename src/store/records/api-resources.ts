// SQL: an advisory lock.
import { taken } from '../../domain/failure.ts';
import { otherSpelling } from '../../domain/oauth/resource-indicator.ts';
import type { Transaction } from '../../platform/database/database.ts';

/**
 * Refuses an indicator that is registered in its other spelling. The unique index compares texts, so registrations of
 * two spellings wait for each other.
 */
export async function requireOneSpelling(tx: Transaction, indicator: string): Promise<void> {
  const other = otherSpelling(indicator);
  if (other === undefined) return;
  const [first] = [indicator, other].toSorted();
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mandate: indicator ${first}`}, 0))`;
  if (await tx.apiResource.count({ where: { indicator: other } }))
    throw taken('This indicator is taken: it is the same with and without the slash at its end.', 'indicator');
}
