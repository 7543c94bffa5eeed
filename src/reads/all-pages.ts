import type { Prisma } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import type { RecordKind } from '../vocabulary/kinds.ts';
import { all } from './conditions.ts';
import { type KeyValues, keyValuesOf, pageOf } from './keyset.ts';
import type { List } from './list.ts';
import { conditionOf, pageSize, type PageQuery, type ReadContext, readerOf } from './page.ts';

/** A page of all records, and the caller and time for which it was read. */
export interface PageOfAll<Context extends ReadContext> {
  rows: Record<string, unknown>[];
  context: Context;
}

/**
 * All records of a list in its default order, whose keys never change: a record that exists all the time is read once.
 * What the caller may read is determined for each page.
 */
export async function* readAllPages<Context extends ReadContext>(
  prisma: Pick<Prisma, RecordKind>,
  list: List,
  currentContext: () => Promise<Context>,
  request: PageQuery & { logger: Pick<Logger, 'warn'> },
  shown: { include?: object },
): AsyncGenerator<PageOfAll<Context>> {
  const reader = readerOf(prisma, list, request.logger);
  for (let after: KeyValues | undefined; ; ) {
    const context = await currentContext();
    const where = conditionOf(list, context, request);
    const page = pageOf(list, undefined, { after });
    const rows = await reader.findMany({
      ...shown,
      orderBy: page.orderBy,
      where: all(where, page.where),
      take: pageSize.max,
    });
    if (rows.length) yield { rows, context };
    const last = rows.at(-1);
    if (!last || rows.length < pageSize.max) return;
    after = keyValuesOf(list, undefined, last);
  }
}
