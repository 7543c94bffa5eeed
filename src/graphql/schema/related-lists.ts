import type { IndirectInclude } from '@pothos/plugin-prisma';
import { parseCursorConnectionArgs } from '@pothos/plugin-relay';
import { Failure } from '../../domain/failure.ts';
import type { OrderBy } from '../../reads/keyset.ts';
import { conditionOf } from '../../reads/page.ts';
import {
  type Belonging,
  relatedCursor,
  decodeRelatedCursor,
  type RelatedQuery,
  relatedQuery,
} from '../../reads/related-list.ts';
import { requireActor } from './access.ts';
import { builder } from './builder.ts';
import { checkSize, ownCursors, pageOfRows, recordsOf } from './connections.ts';
import type { Context } from '../context/context.ts';
import { pageSize } from '../../reads/page.ts';
import { belowFilter, connectionOf, listArguments, type ListArguments, sortedBy, typeOfList } from './lists.ts';
import { countRelated } from './related-counts.ts';
import { countedOnce } from './totals.ts';

type Row = Record<string, unknown>;

/** A connection from a record to the records of a list that belong to it. */
interface RelatedList extends Belonging {
  /** Name of the field. */
  field: string;
  /** Prisma's name of the relation. */
  relation: string;
  description: string;
  /** `requires` or `requiresIn` (access.ts), with the permission of the list. */
  access: object;
}

/** Adds a field to the type of a record: a part of a list, with the filter, search, orders and total of the list. */
export function addRelatedList(parent: unknown, related: RelatedList): void {
  const { list, access, description, field } = related;
  const type = typeOfList(list);
  // Pothos infers the types from the Prisma models; here they come from the list.
  const options = {
    type,
    ...access,
    description: `${description} ${sortedBy(list, related.owner)}`,
    extensions: { [ownCursors]: true },
    args: listArguments(list),
    select: (args: ListArguments, context: Context, nested: Nested) => {
      const plan = tryPlan(related, args, context);
      return plan ? { id: true, [related.relation]: rowsOf(related, plan, nested) } : { id: true };
    },
    resolve: (record: Row, args: ListArguments, context: Context) => pageFrom(related, record, args, context),
  };
  builder.prismaObjectField(parent as 'User', field, (t) => t.connection(options as never, connectionOf(type)));
}

/** Adds the selection of the records, which is at these places in the document, to a query. Of the Prisma plugin. */
type Nested = (query: object, records: IndirectInclude) => object;

/** The query of a page. */
interface PagePlan {
  query: RelatedQuery;
  orderBy: OrderBy | undefined;
  limit: number;
}

const sizes = { defaultSize: pageSize.default, maxSize: pageSize.max };

/** Throws BAD_USER_INPUT with the path of the argument, and FORBIDDEN. */
function planPage(related: RelatedList, args: ListArguments, context: Context): PagePlan {
  const { filter, search, orderBy: order, ...pages } = args;
  checkSize(pages);
  const orderBy = order ?? undefined;
  const readContext = { actor: requireActor(context), now: context.clock.now() };
  const condition = belowFilter(() => conditionOf(related.list, readContext, { filter, search, orderBy }));
  const keysAt = (cursor: string | null | undefined, name: string) =>
    cursor == null ? undefined : decodeRelatedCursor(related, orderBy, cursor, name);
  const range = { after: keysAt(pages.after, 'after'), before: keysAt(pages.before, 'before') };
  const { inverted, limit } = parseCursorConnectionArgs({ args: pages, ...sizes });
  return { limit, orderBy, query: relatedQuery(related, condition, orderBy, { range, inverted }) };
}

// The query is planned with that of the parent record, before the permission of the field is checked. Errors are thrown
// when the field is resolved.
function tryPlan(related: RelatedList, args: ListArguments, context: Context): PagePlan | undefined {
  try {
    return planPage(related, args, context);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function rowsOf({ list, through }: RelatedList, { query, limit }: PagePlan, nested: Nested): object {
  const { where, orderBy, columns, beyond } = query;
  const rows = { ...(where && { where }), orderBy, take: limit };
  const records = recordsOf(typeOfList(list));
  if (!through) return nested({ ...rows, select: columns }, records);
  const target = nested({ select: { id: true, ...beyond } }, records);
  return { ...rows, select: { ...columns, [through.relation]: target } };
}

/** The page, from the rows that were read with the record. */
async function pageFrom(related: RelatedList, record: Row, args: ListArguments, context: Context): Promise<object> {
  const { query, orderBy } = planPage(related, args, context);
  const { relation, through } = related;
  const mapping = {
    toCursor: (row: Row) => relatedCursor(related, orderBy, row),
    toNode: (row: Row) => (through ? (row[through.relation] as Row) : row),
  };
  const page = await pageOfRows(args, mapping, () => (record[relation] ?? []) as Row[]);
  const count = { related, ownerId: String(record['id']), counted: query.counted };
  return { ...page, total: countedOnce((bound) => countRelated(context, { ...count, bound })) };
}
