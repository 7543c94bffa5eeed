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
import { checkSize, ownCursors } from './connections.ts';
import type { Context } from '../request/context.ts';
import { pageSize } from '../../reads/page.ts';
import { belowFilter, connectionOf, listArguments, type ListArguments, sortedBy, typeOfList } from './lists.ts';
import { countRelated } from './related-counts.ts';
import { countedOnce, isOfTotal } from './totals.ts';
import { firstPage, isFirstPage, loadedPage } from './loaded-page.ts';

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
    extensions: {
      [ownCursors]: true,
      // The option `select` sets this, too, but without the names of the selected fields.
      pothosPrismaSelect: (args: ListArguments, context: Context, nested: Nested, selected: Selected) => ({
        select: selectionOf(related, tryPlan(related, args, context), nested, selected()),
      }),
    },
    args: listArguments(list),
    resolve: (record: Row, args: ListArguments, context: Context) => pageFrom(related, record, args, context),
  };
  builder.prismaObjectField(parent as 'User', field, (t) => t.connection(options as never, connectionOf(type)));
}

/** Adds the selection of the records to a query; names of the selected fields. Both are of the Prisma plugin. */
type Nested = (query: object) => object;
type Selected = () => ReadonlySet<string>;

/** The query of a page, and what is known of the page before it is read. */
interface PagePlan {
  query: RelatedQuery;
  orderBy: OrderBy | undefined;
  limit: number;
  inverted: boolean;
  expectedSize: number;
  hasPreviousPage(count: number): boolean;
  hasNextPage(count: number): boolean;
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
  const { inverted, ...around } = parseCursorConnectionArgs({ args: pages, ...sizes });
  return { ...around, inverted, orderBy, query: relatedQuery(related, condition, orderBy, { range, inverted }) };
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

function selectionOf(related: RelatedList, plan: PagePlan | undefined, nested: Nested, selected: ReadonlySet<string>) {
  // A page that is not selected is not read.
  const selectsRecords = ![...selected].every(isOfTotal);
  return plan && selectsRecords ? { id: true, [related.relation]: rowsOf(related, plan, nested) } : { id: true };
}

function rowsOf({ through }: RelatedList, { query, limit }: PagePlan, nested: Nested): object {
  const { where, orderBy, columns, beyond } = query;
  const rows = { ...(where && { where }), orderBy, take: limit };
  if (!through) return nested({ ...rows, select: columns });
  return { ...rows, select: { ...columns, [through.relation]: nested({ select: { id: true, ...beyond } }) } };
}

/** The page, from the rows that were read with the record. */
function pageFrom(related: RelatedList, record: Row, args: ListArguments, context: Context): object {
  checkSize(args);
  const { relation, through } = related;
  const rows = (record[relation] ?? []) as Row[];
  const total = countedOnce((bound) => {
    const { counted } = planPage(related, args, context).query;
    return countRelated(context, { related, ownerId: String(record['id']), counted, bound });
  });
  const mapping = (orderBy: OrderBy | undefined) => ({
    toCursor: (row: Row) => relatedCursor(related, orderBy, row),
    toNode: through ? (row: Row) => row[through.relation] as Row : itself,
  });
  if (isFirstPage(args)) return { ...firstPage(rows, args.first, mapping(undefined)), total };
  const { orderBy, inverted, expectedSize, ...around } = planPage(related, args, context);
  const shown = rows.slice(0, expectedSize);
  const page = loadedPage(inverted ? shown.toReversed() : shown, mapping(orderBy), {
    hasPreviousPage: around.hasPreviousPage(rows.length),
    hasNextPage: around.hasNextPage(rows.length),
    emptyCursor: args.after ?? args.before,
  });
  return { ...page, total };
}

const itself = (row: Row): Row => row;
