import { parseCursorConnectionArgs } from '@pothos/plugin-relay';
import { Failure } from '../../domain/failure.ts';
import type { OrderBy } from '../../reads/keyset.ts';
import { conditionOf } from '../../reads/page.ts';
import {
  type Belonging,
  relatedCursor,
  relatedPlace,
  type RelatedQuery,
  relatedQuery,
} from '../../reads/related-list.ts';
import { requireActor } from './access.ts';
import { builder } from './builder.ts';
import { checkSize, ownCursors } from './connections.ts';
import type { Context } from '../request/context.ts';
import { pageSize } from '../../reads/page.ts';
import { belowFilter, connectionOf, listArguments, type ListArguments, typeOfList } from './lists.ts';
import { countRelated } from './related-counts.ts';
import { firstPage, isFirstPage, loadedPage } from './loaded-page.ts';

type Row = Record<string, unknown>;

/** A connection from a record to those of a list that belong to it. */
export interface RelatedList extends Belonging {
  /** Name of the field. */
  field: string;
  /** The client's name of the relation that leads there. */
  relation: string;
  description: string;
  /** Whom it is for: `needs` or `needsIn` (access.ts), with the list's own permission. */
  access: object;
}

/** Adds a field to the type of a record: a part of a list, with the list's own filter, search, orders and total. */
export function addRelatedList(parent: unknown, related: RelatedList): void {
  const { list, access, description, field } = related;
  const type = typeOfList(list);
  // The builder would take the types from the schema's models; here they come from the list, which it does not know.
  const options = {
    type,
    ...access,
    description: `${description}, in the order of their creation, unless another one is asked for.`,
    extensions: {
      [ownCursors]: true,
      // What the option `select` comes to, which would not be told what is selected.
      pothosPrismaSelect: (args: ListArguments, context: Context, nested: Nested, selected: Selected) => ({
        select: selectionOf(related, tryAsk(related, args, context), nested, selected()),
      }),
    },
    args: listArguments(list),
    resolve: (record: Row, args: ListArguments, context: Context) => pageFrom(related, record, args, context),
  };
  builder.prismaObjectField(parent as 'User', field, (t) => t.connection(options as never, connectionOf(type)));
}

/** What the planner of queries makes of what is asked of the records below; names of the fields that are selected. */
type Nested = (query: object) => object;
type Selected = () => ReadonlySet<string>;

/** What a page comes to for the database, and what is known of it beforehand. */
interface Asked {
  query: RelatedQuery;
  orderBy: OrderBy | undefined;
  limit: number;
  inverted: boolean;
  expectedSize: number;
  hasPreviousPage(count: number): boolean;
  hasNextPage(count: number): boolean;
}

const sizes = { defaultSize: pageSize.usual, maxSize: pageSize.most };

/** Throws the refusals of a list: BAD_USER_INPUT with the argument's path, and FORBIDDEN. */
function ask(related: RelatedList, args: ListArguments, context: Context): Asked {
  const { filter, search, orderBy: order, ...pages } = args;
  checkSize(pages);
  const orderBy = order ?? undefined;
  const asking = { actor: requireActor(context), now: context.clock.now() };
  const condition = belowFilter(() => conditionOf(related.list, asking, { filter, search }));
  const placeAt = (cursor: string | null | undefined, name: string) =>
    cursor == null ? undefined : relatedPlace(related, orderBy, cursor, name);
  const span = { after: placeAt(pages.after, 'after'), before: placeAt(pages.before, 'before') };
  const { inverted, ...around } = parseCursorConnectionArgs({ args: pages, ...sizes });
  return { ...around, inverted, orderBy, query: relatedQuery(related, condition, orderBy, { span, inverted }) };
}

// Queries are planned before the field's own check is made, by a record above it: what is refused is refused where the field is resolved.
function tryAsk(related: RelatedList, args: ListArguments, context: Context): Asked | undefined {
  try {
    return ask(related, args, context);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function selectionOf(related: RelatedList, asked: Asked | undefined, nested: Nested, selected: ReadonlySet<string>) {
  // A page that nobody looks at is not read.
  const isLookedAt = [...selected].some((name) => name !== 'totalCount' && name !== '__typename');
  return asked && isLookedAt ? { id: true, [related.relation]: rowsOf(related, asked, nested) } : { id: true };
}

function rowsOf({ through }: RelatedList, { query, limit }: Asked, nested: Nested): object {
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
  const totalCount = () => {
    const { counted } = ask(related, args, context).query;
    return countRelated(context, { related, ownerId: String(record['id']), counted });
  };
  const ways = (orderBy: OrderBy | undefined) => ({
    toCursor: (row: Row) => relatedCursor(related, orderBy, row),
    toNode: through ? (row: Row) => row[through.relation] as Row : itself,
  });
  if (isFirstPage(args)) return { ...firstPage(rows, args.first, ways(undefined)), totalCount };
  const { orderBy, inverted, expectedSize, ...around } = ask(related, args, context);
  const shown = rows.slice(0, expectedSize);
  const page = loadedPage(inverted ? shown.toReversed() : shown, ways(orderBy), {
    hasPreviousPage: around.hasPreviousPage(rows.length),
    hasNextPage: around.hasNextPage(rows.length),
    place: args.after ?? args.before,
  });
  return { ...page, totalCount };
}

const itself = (row: Row): Row => row;
