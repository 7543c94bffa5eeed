// SQL: counts that stop at a limit, for many records in one statement.
import { Prisma as Sql } from '../generated/prisma/client.ts';
import type { Prisma } from '../platform/database/database.ts';
import { columnOf } from '../store/sql/columns.ts';
import { countUpTo, type Total, totalOf } from './page.ts';
import type { Belonging } from './related-list.ts';

/** The totals by owner of a part of a list, with the condition `counted` of `relatedQuery`. */
export const readRelatedTotals = (
  prisma: Prisma,
  related: Belonging,
  owners: readonly string[],
  { counted, bound }: { counted: object | undefined; bound: number },
): Promise<Map<string, Total>> =>
  counted && JSON.stringify(counted) !== JSON.stringify(related.existing)
    ? countMatching(prisma, related, owners, counted, bound)
    : countAll(prisma, related, owners, bound);

/** One statement. A GROUP BY, and Prisma's `_count` of a relation, count the records of all owners to the end. */
async function countAll(
  prisma: Prisma,
  { table, owner, existingRows = 'true' }: Belonging,
  owners: readonly string[],
  bound: number,
) {
  const rows = await prisma.$queryRaw<{ id: string; count: number }[]>`
    SELECT owner.id, counted.count FROM unnest(${owners}::text[]) AS owner (id) CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM (
        SELECT FROM ${Sql.raw(table)} WHERE ${Sql.raw(columnOf(owner))} = owner.id AND ${Sql.raw(existingRows)} LIMIT ${bound + 1}
      ) AS found
    ) AS counted`;
  return new Map(rows.map(({ id, count }) => [id, totalOf(count, bound)]));
}

/** Only Prisma makes SQL of the condition, with one bound for a statement: one after another, on one connection. */
async function countMatching(
  prisma: Prisma,
  { through, list, owner }: Belonging,
  owners: readonly string[],
  counted: object,
  bound: number,
) {
  const counter = prisma[through?.model ?? list.kind] as unknown as { count(query: object): Promise<number> };
  const totals = new Map<string, Total>();
  for (const id of owners) totals.set(id, await countUpTo(counter, { [owner]: id, AND: [counted] }, bound));
  return totals;
}
