import { createContextCache } from '@pothos/core';
import type { IndirectInclude } from '@pothos/plugin-prisma';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
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
import { checkSize, ownCursors, pageOfRows, type Range, rangeOf, recordsOf } from './connections.ts';
import type { Context } from '../context/context.ts';
import type { Actor } from '../../kernel/actor.ts';
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
  const plans = createContextCache((): Plans => new WeakMap());
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
    resolve: (record: Row, args: ListArguments, context: Context, { fieldNodes }: GraphQLResolveInfo) => {
      const plan = planOnce(plans(context), fieldNodes, () => planPage(related, args, context), context);
      return pageFrom(related, record, plan, context);
    },
  };
  builder.prismaObjectField(parent as 'User', field, (t) => t.connection(options as never, connectionOf(type)));
}

/** Adds the selection of the records, which is at these places in the document, to a query. Of the Prisma plugin. */
type Nested = (query: object, records: IndirectInclude) => object;

/** The query of a page. */
interface PagePlan {
  query: RelatedQuery;
  orderBy: OrderBy | undefined;
  range: Range;
}

/** Throws BAD_USER_INPUT with the path of the argument, and FORBIDDEN. */
function planPage(related: RelatedList, args: ListArguments, context: Context): PagePlan {
  const { filter, search, orderBy: order, ...pages } = args;
  checkSize(pages);
  const orderBy = order ?? undefined;
  const readContext = { actor: requireActor(context), now: context.clock.now() };
  const condition = belowFilter(() => conditionOf(related.list, readContext, { filter, search, orderBy }));
  const keysAt = (cursor: string | null | undefined, name: string) =>
    cursor == null ? undefined : decodeRelatedCursor(related, orderBy, cursor, name);
  const keys = { after: keysAt(pages.after, 'after'), before: keysAt(pages.before, 'before') };
  const range = rangeOf(pages);
  const query = relatedQuery(related, condition, orderBy, { range: keys, inverted: range.inverted });
  return { range, orderBy, query };
}

/** The plans of a request by field of the document, for the actor that they were made for. */
type Plans = WeakMap<FieldNode, { actor: Actor | null; plan: PagePlan }>;

/**
 * A plan is the same for all records of a page. For bench:management, see "Own code instead of a library" in
 * src/README.md.
 */
function planOnce(plans: Plans, [field]: readonly FieldNode[], make: () => PagePlan, { actor }: Context): PagePlan {
  const earlier = field && plans.get(field);
  if (earlier && earlier.actor === actor) return earlier.plan;
  const plan = make();
  if (field) plans.set(field, { actor, plan });
  return plan;
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

function rowsOf({ list, through }: RelatedList, { query, range }: PagePlan, nested: Nested): object {
  const { where, orderBy, columns, beyond } = query;
  const rows = { ...(where && { where }), orderBy, take: range.limit };
  const records = recordsOf(typeOfList(list));
  if (!through) return nested({ ...rows, select: columns }, records);
  const target = nested({ select: { id: true, ...beyond } }, records);
  return { ...rows, select: { ...columns, [through.relation]: target } };
}

/** The page, from the rows that were read with the record. */
function pageFrom(related: RelatedList, record: Row, { query, orderBy, range }: PagePlan, context: Context): object {
  const { relation, through } = related;
  const page = pageOfRows(range, (record[relation] ?? []) as Row[], {
    toCursor: (row) => relatedCursor(related, orderBy, row),
    toNode: (row) => (through ? (row[through.relation] as Row) : row),
  });
  const count = { related, ownerId: String(record['id']), counted: query.counted };
  return { ...page, total: countedOnce((bound) => countRelated(context, { ...count, bound })) };
}
