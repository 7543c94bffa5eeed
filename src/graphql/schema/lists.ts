import type { InputRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import { parseCursorConnectionArgs } from '@pothos/plugin-relay';
import { type GraphQLResolveInfo, Kind } from 'graphql';
import { Failure } from '../../domain/failure.ts';
import { assignPositions } from '../../store/event-positions.ts';
import { all } from '../../reads/conditions.ts';
import { cursorOf, keyColumns, type OrderBy, pageOf, placeOf } from '../../reads/keyset.ts';
import type { List } from '../../reads/list.ts';
import { conditionOf, readerOf } from '../../reads/page.ts';
import { findRecords } from '../../reads/related.ts';
import { needs, requireActor } from './access.ts';
import { builder } from './builder.ts';
import { checkSize, ownCursors, recordsOf } from './connections.ts';
import type { Context } from '../request/context.ts';
import { type RecordKind, typeNameOf } from '../../vocabulary/kinds.ts';
import { textEnum } from './enums.ts';
import { inputTypeOf } from './inputs.ts';
import { pageSize } from '../../reads/page.ts';
import { loadedPage } from './loaded-page.ts';

/** GraphQL types that are not called as their kind. */
const typeNames: Partial<Record<RecordKind, string>> = { organizationUser: 'OrganizationMember' };

/** What has to happen before a list is read. */
const before: Record<string, (context: Context) => Promise<unknown>> = {
  // Events that were committed but not placed yet.
  events: async ({ database }) => database && assignPositions(database),
};

const Direction = textEnum<OrderBy['direction']>('OrderDirection', 'Which way a list is read.', {
  asc: 'The least first: the oldest, the letter A, no value.',
  desc: 'The greatest first: the newest.',
});

/** Adds a field of Query for every list: a connection with its filter, search, order and total. */
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

/** The name of the type of a list's records. */
export const typeOfList = ({ kind }: List): string => typeNames[kind] ?? typeNameOf(kind);

/** The arguments of every field that leads to the list, or to a part of it. */
export function listArguments(list: List) {
  const type = typeOfList(list);
  const filter = inputTypeOf(list.filter, `${type}Filter`, filterMeaning);
  return builder.args((t) => ({
    filter: t.field({ type: filter, description: filterMeaning }),
    ...(list.searchDescription !== undefined && { search: t.string({ description: list.searchDescription }) }),
    orderBy: t.field({ type: orderInput(list, type), description: 'Another order than that of their creation.' }),
  }));
}

function addList(list: List): void {
  const type = typeOfList(list);
  const name = type as 'Event';
  builder.queryField(list.name, (t) =>
    t.connection(
      {
        type: name as never,
        ...needs(list.permission),
        description: `${list.summary} In the order of their creation, unless another one is asked for.`,
        extensions: { [ownCursors]: true },
        args: listArguments(list),
        resolve: (_root, args, context, info) => resolveList(list, type, args as ListArguments, context, info) as never,
      },
      connectionOf(type),
    ),
  );
}

const connections = new Map<string, never>();

/** The connection type of a type of record: one, with one edge type, whichever field leads to it. */
export function connectionOf(type: string): never {
  const known = connections.get(type) ?? defineConnection(type);
  connections.set(type, known);
  return known;
}

const defineConnection = (type: string): never =>
  builder.connectionObject(
    {
      type: type as never,
      name: `${type}Connection`,
      extensions: recordsOf(type),
      fields: (t) => ({ totalCount: t.int({ resolve: totalOf as never }) }),
    },
    { name: `${type}Edge` },
  ) as never;

// Lists count when `totalCount` is selected; a relation of Prisma's was counted with its records.
const totalOf = ({ totalCount }: { totalCount: number | (() => Promise<number>) }) =>
  typeof totalCount === 'function' ? totalCount() : totalCount;

const filterMeaning = 'What all records of the list have to meet.';

const orderInputs = new Map<string, InputRef>();

function orderInput(list: List, type: string): InputRef {
  const known = orderInputs.get(type) ?? defineOrder(list, type);
  orderInputs.set(type, known);
  return known;
}

function defineOrder({ order, name }: List, type: string): InputRef {
  const meanings = Object.fromEntries(Object.entries(order).map(([field, { description }]) => [field, description]));
  const field = textEnum(`${type}OrderField`, `What ${name} can be ordered by.`, meanings);
  return builder.inputType(`${type}Order`, {
    description: `An order of ${name}; records that are equal in it follow one another as they were created.`,
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'What to order by.' }),
      direction: t.field({ type: Direction, required: true, defaultValue: 'asc', description: 'Which way.' }),
    }),
  });
}

/** A page of a connection, and how to count what is on all of them. */
interface Listed {
  totalCount(): Promise<number>;
}

async function resolveList(
  list: List,
  type: string,
  { filter, search, orderBy: order, ...pages }: ListArguments,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Listed> {
  checkSize(pages);
  const orderBy = order ?? undefined;
  const asking = { actor: requireActor(context), now: context.clock.now() };
  const where = belowFilter(() => conditionOf(list, asking, { filter, search }));
  const reader = readerOf(context.prisma, list);
  await before[list.name]?.(context);
  const placeAt = (cursor: string | undefined, name: string) =>
    cursor === undefined ? undefined : placeOf(list, orderBy, cursor, name);
  const { expectedSize, limit, inverted, ...around } = parseCursorConnectionArgs({ args: pages, ...sizes });
  const span = { after: placeAt(around.after, 'after'), before: placeAt(around.before, 'before') };
  const page = pageOf(list, orderBy, span, inverted);
  const load = () => {
    if (asksForTotalOnly(info)) return [];
    const query = queryFromInfo({ context, info, typeName: type, paths, select: keyColumns(list, orderBy) });
    return findRecords(context, list, { ...query, where: all(where, page.where), orderBy: page.orderBy, take: limit });
  };
  const found = await load();
  const shown = found.slice(0, expectedSize);
  const ways = {
    toCursor: (row: object) => cursorOf(list, orderBy, row),
    toNode: (row: Record<string, unknown>) => row,
  };
  const connection = loadedPage(inverted ? shown.toReversed() : shown, ways, {
    hasPreviousPage: around.hasPreviousPage(found.length),
    hasNextPage: around.hasNextPage(found.length),
    place: pages.after ?? pages.before,
  });
  return { ...connection, totalCount: () => reader.count({ where }) };
}

const sizes = { defaultSize: pageSize.usual, maxSize: pageSize.most };
const paths = [['nodes'], ['edges', 'node']];

// A page that nobody looks at is not read.
const asksForTotalOnly = ({ fieldNodes }: GraphQLResolveInfo): boolean =>
  fieldNodes
    .flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
    .every((part) => part.kind === Kind.FIELD && ['totalCount', '__typename'].includes(part.name.value));

/** The refusals of a list's condition name fields of the filter; in GraphQL they are below the argument `filter`. */
export function belowFilter<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const problems = error.problems.map(({ path, message }) => ({
      path: path[0] === 'search' ? path : ['filter', ...path],
      message,
    }));
    throw error.withProblems(problems);
  }
}
