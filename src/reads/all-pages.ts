import type { Prisma } from '../platform/database/database.ts';
import type { RecordKind } from '../vocabulary/kinds.ts';
import { all } from './conditions.ts';
import { type KeyValues, keyValuesOf, pageOf } from './keyset.ts';
import type { List } from './list.ts';
import { conditionOf, pageSize, type PageQuery, type ReadContext, readerOf } from './page.ts';

/**
 * All records of a list in its default order, whose keys never change: a record that exists all the time is read once.
 * What the caller may read is determined for each page.
 */
export async function* readAllPages(
  prisma: Pick<Prisma, RecordKind>,
  list: List,
  currentContext: () => Promise<ReadContext>,
  request: PageQuery,
  shown: { include?: object },
): AsyncGenerator<Record<string, unknown>[]> {
  const reader = readerOf(prisma, list);
  for (let after: KeyValues | undefined; ; ) {
    const where = conditionOf(list, await currentContext(), request);
    const page = pageOf(list, undefined, { after });
    const records = await reader.findMany({
      ...shown,
      orderBy: page.orderBy,
      where: all(where, page.where),
      take: pageSize.max,
    });
    if (records.length) yield records;
    const last = records.at(-1);
    if (!last || records.length < pageSize.max) return;
    after = keyValuesOf(list, undefined, last);
  }
}
