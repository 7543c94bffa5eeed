import type { InputRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import { type GraphQLResolveInfo, Kind } from 'graphql';
import { Failure } from '../../domain/failure.ts';
import { all } from '../../reads/conditions.ts';
import { cursorOf, keyColumns, type OrderBy, pageOf, decodeCursor } from '../../reads/keyset.ts';
import type { List } from '../../reads/list.ts';
import { conditionOf, cursorsOf, countUpTo, readerOf } from '../../reads/page.ts';
import { findRecords } from '../../reads/related.ts';
import { requires, requireActor } from './access.ts';
import { builder } from './builder.ts';
import { checkSize, ownCursors, pageOfRows, rangeOf } from './connections.ts';
import type { Context } from '../context/context.ts';
import { textEnum } from './enums.ts';
import { inputTypeOf } from './inputs.ts';
import { type Counted, countedOnce, isOfTotal } from './totals.ts';
import { publishedTypeOf } from '../../vocabulary/kinds.ts';

const Direction = textEnum<OrderBy['direction']>('OrderDirection', 'Sort direction.', {
  asc: 'Ascending: oldest first, A to Z, null first.',
  desc: 'Descending: newest first, Z to A, null last.',
});

/** Adds a field of Query for every list: a connection with filter, search, order and total. */
export function addLists(lists: readonly List[]): void {
  for (const list of lists) addList(list);
}

export interface ListArguments {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  filter?: object | null;
  search?: string | null;
  orderBy?: OrderBy | null;
}

/** Name of the type of the records of a list. */
export const typeOfList = ({ kind }: List): string => publishedTypeOf(kind);

/**
 * The default order, in words. `owner` is the column of the record that the list is below. Ids are in creation order.
 */
export function sortedBy({ tie, isNewestFirst }: List, owner?: string): string {
  if (isNewestFirst) return 'The newest first, unless `orderBy` is given.';
  const columns = tie.map(({ column }) => column).filter((column) => column !== owner);
  const keys = columns.map((column) => (column === 'id' ? 'creation time' : `\`${column}\``)).join(', ');
  return `Sorted by ${keys} unless \`orderBy\` is given.`;
}

/** Arguments of the fields that lead to the list, or to a part of it. */
export function listArguments(list: List) {
  const type = typeOfList(list);
  const filter = inputTypeOf(list.filter, `${type}Filter`, filterMeaning);
  return builder.args((t) => ({
    filter: t.field({ type: filter, description: filterMeaning }),
    ...(list.searchDescription !== undefined && { search: t.string({ description: list.searchDescription }) }),
    orderBy: t.field({ type: orderInput(list, type) }),
  }));
}

function addList(list: List): void {
  const type = typeOfList(list);
  const name = type as 'Event';
  builder.queryField(list.name, (t) =>
    t.connection(
      {
        type: name as never,
        ...requires(list.permission),
        description: `${list.summary} ${sortedBy(list)}`,
        extensions: { [ownCursors]: true },
        args: listArguments(list),
        resolve: (_root, args, context, info) => resolveList(list, type, args as ListArguments, context, info) as never,
      },
      connectionOf(type),
    ),
  );
}

const connections = new Map<string, never>();

/** The connection type of a record type: one, with one edge type, whichever field leads to it. */
export function connectionOf(type: string): never {
  return connections.getOrInsertComputed(type, defineConnection);
}

const defineConnection = (type: string): never =>
  builder.connectionObject({ type: type as never, name: `${type}Connection` }, { name: `${type}Edge` }) as never;

const filterMeaning = 'Only records that match all of these conditions.';

const orderInputs = new Map<string, InputRef>();

function orderInput(list: List, type: string): InputRef {
  return orderInputs.getOrInsertComputed(type, () => defineOrder(list, type));
}

function defineOrder({ order }: List, type: string): InputRef {
  const meanings = Object.fromEntries(Object.entries(order).map(([field, { description }]) => [field, description]));
  const field = textEnum(`${type}OrderField`, undefined, meanings);
  return builder.inputType(`${type}Order`, {
    description: 'Records with equal keys are sorted by id.',
    fields: (t) => ({
      field: t.field({ type: field, required: true }),
      direction: t.field({ type: Direction, required: true, defaultValue: 'asc' }),
    }),
  });
}

async function resolveList(
  list: List,
  type: string,
  { filter, search, orderBy: order, ...pages }: ListArguments,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Counted> {
  checkSize(pages);
  const orderBy = order ?? undefined;
  const readContext = { actor: requireActor(context), now: context.clock.now() };
  const where = belowFilter(() => conditionOf(list, readContext, { filter, search, orderBy }));
  const reader = readerOf(context.prisma, list, context.logger);
  // A dry run only reads its transaction.
  if (context.database) await list.prepare?.(context.database);
  const cursors = cursorsOf(list, context.cursorSeal);
  const keysAt = (cursor: string | null | undefined, name: string) =>
    cursor == null ? undefined : decodeCursor(list, orderBy, cursors.open(cursor) ?? '', name);
  const keys = { after: keysAt(pages.after, 'after'), before: keysAt(pages.before, 'before') };
  const range = rangeOf(pages);
  const read = () => {
    const page = pageOf(list, orderBy, keys, range.inverted);
    const query = queryFromInfo({ context, info, typeName: type, paths, select: keyColumns(list, orderBy) });
    const limits = { orderBy: page.orderBy, take: range.limit };
    return findRecords(context, list, { ...query, where: all(where, page.where), ...limits });
  };
  const toCursor = (row: object) => cursors.seal(cursorOf(list, orderBy, row));
  const rows = selectsTotalOnly(info) ? [] : await read();
  const page = pageOfRows(range, rows, { toCursor, toNode: (row) => row });
  return { ...page, total: countedOnce((bound) => countUpTo(reader, where, bound)) };
}

const paths = [['nodes'], ['edges', 'node']];

// A page that is not selected is not read.
const selectsTotalOnly = ({ fieldNodes }: GraphQLResolveInfo): boolean =>
  fieldNodes
    .flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
    .every((part) => part.kind === Kind.FIELD && isOfTotal(part.name.value));

/** Problems of a list's condition name fields of the filter; in GraphQL they are below the argument `filter`. */
export function belowFilter<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const problems = error.problems.map((problem) => ({
      ...problem,
      path: problem.path[0] === 'search' ? problem.path : ['filter', ...problem.path],
    }));
    throw error.withProblems(problems);
  }
}
