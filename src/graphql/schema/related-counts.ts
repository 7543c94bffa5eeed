import type { Belonging } from '../../reads/related-list.ts';
import { countUpTo } from '../../reads/page.ts';
import { batched } from './batched.ts';

/** Counts the records of an owner that match a condition (`counted` of reads/related-list.ts). */
interface CountQuery {
  related: Belonging;
  ownerId: string;
  counted: object | undefined;
  /** Where to stop counting; undefined for an exact count. */
  upTo: number | undefined;
}

/** The part of a Prisma model that counts. */
interface Counter {
  groupBy(query: object): Promise<Record<string, unknown>[]>;
  count(query: object): Promise<number>;
}

const modelOf = ({ through, list }: Belonging) => through?.model ?? list.kind;

/**
 * Totals of the parts of a list: one statement for a page of owners. Prisma's `_count` of a relation counts the records
 * of all owners in the table if more than one is selected. The count of one owner stops at the bound; for several
 * owners one statement counts all, because it has no bound for each of them.
 */
export const countRelated = batched<CountQuery, number>(async ({ prisma }, queries) => {
  const groups = Map.groupBy(
    queries,
    ({ related, counted, upTo }) => `${modelOf(related)} ${related.owner} ${upTo} ${JSON.stringify(counted)}`,
  );
  const totals = new Map<CountQuery, number>();
  const countGroup = async (group: readonly [CountQuery, ...CountQuery[]]) => {
    const [{ related, counted, upTo, ownerId }] = group;
    const { owner } = related;
    const where = { [owner]: { in: group.map(({ ownerId }) => ownerId) }, ...(counted && { AND: [counted] }) };
    const counter = prisma[modelOf(related)] as unknown as Counter;
    if (upTo !== undefined && group.every((query) => query.ownerId === ownerId)) {
      const total = await countUpTo(counter, where, upTo);
      for (const query of group) totals.set(query, total);
      return;
    }
    const rows = await counter.groupBy({ by: [owner], where, _count: { _all: true } });
    const found = new Map(rows.map((row) => [row[owner], (row['_count'] as { _all: number })._all]));
    for (const query of group) totals.set(query, Math.min(found.get(query.ownerId) ?? 0, upTo ?? Infinity));
  };
  await Promise.all([...groups.values()].map((group) => countGroup(group as [CountQuery, ...CountQuery[]])));
  return queries.map((query) => totals.get(query) ?? 0);
});
