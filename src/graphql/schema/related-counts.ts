import { type Total, totalOf } from '../../reads/page.ts';
import type { Belonging } from '../../reads/related-list.ts';
import { readRelatedTotals } from '../../reads/related-totals.ts';
import { batched } from './batched.ts';

/** Counts the records of an owner that match a condition (`counted` of reads/related-list.ts). */
interface CountQuery {
  related: Belonging;
  ownerId: string;
  counted: object | undefined;
  /** The number at which counting stops. */
  bound: number;
}

/** Totals of the parts of a list: those of a page of owners together. */
export const countRelated = batched<CountQuery, Total>(async ({ prisma }, queries) => {
  const groups = Map.groupBy(
    queries,
    ({ related, counted, bound }) => `${related.table} ${related.owner} ${bound} ${JSON.stringify(counted)}`,
  );
  const totals = new Map<CountQuery, Total>();
  const countGroup = async (group: readonly CountQuery[]) => {
    const owners = [...new Set(group.map(({ ownerId }) => ownerId))];
    const [{ related, counted, bound }] = group as [CountQuery];
    const byOwner = await readRelatedTotals(prisma, related, owners, { counted, bound });
    for (const query of group) totals.set(query, byOwner.get(query.ownerId) ?? totalOf(0, bound));
  };
  await Promise.all([...groups.values()].map(countGroup));
  return queries.map((query) => totals.get(query) ?? totalOf(0, query.bound));
});
