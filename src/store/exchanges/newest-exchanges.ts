// SQL: the last numbers of a partitioned table, which Prisma cannot compare, and the last one of its sequence.
import { day } from '../../domain/durations.ts';
import type { Database } from '../../platform/database/database.ts';
import { leastUuidAt } from '../../platform/ids/ids.ts';
import { exchangeColumns, type StoredExchange } from './find-exchanges.ts';

/** An exchange, and its place in the order of insertion. */
type NumberedExchange = StoredExchange & { sequence: number };

/** The last number that was taken. Rows with smaller ones can be committed later. */
export async function lastNumber({ prisma }: Pick<Database, 'prisma'>): Promise<number> {
  const [row] = await prisma.$queryRaw<{ last: number }[]>`
    SELECT CASE WHEN is_called THEN last_value ELSE 0 END::float8 AS last FROM exchanges_sequence_seq`;
  return row?.last ?? 0;
}

/**
 * The exchanges with numbers after one and up to another, in this order, of the last day: one that waited longer to be
 * written is not among them. Both bounds, because the index is a BRIN, which gives no order: with a limit only, each
 * statement would read all that follows.
 */
export const readNumbered = (
  { prisma }: Pick<Database, 'prisma'>,
  { after, until, now }: { after: number; until: number; now: Date },
): Promise<NumberedExchange[]> => prisma.$queryRaw<NumberedExchange[]>`
  SELECT ${exchangeColumns}, e.sequence::float8 AS sequence
  FROM exchanges AS e JOIN delegations AS d ON d.id = e.delegation_id
  WHERE e.sequence > ${after}::bigint AND e.sequence <= ${until}::bigint
    AND e.id >= ${leastUuidAt(new Date(now.getTime() - day))}::uuid
  ORDER BY e.sequence`;
