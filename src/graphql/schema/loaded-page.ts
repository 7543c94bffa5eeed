import { pageSize } from '../../reads/page.ts';

type Row = Record<string, unknown>;

/** From a row to a cursor and a node. */
interface Mapping {
  toCursor(row: Row): string;
  toNode(row: Row): Row;
}

interface PageFlags {
  hasPreviousPage: boolean;
  hasNextPage: boolean;
  /** `startCursor` and `endCursor` of an empty page. */
  emptyCursor?: string | null | undefined;
}

/** A page of a Relay connection. */
export function loadedPage(rows: readonly Row[], { toCursor, toNode }: Mapping, flags: PageFlags) {
  const { hasPreviousPage, hasNextPage, emptyCursor = null } = flags;
  const edges = rows.map((row) => ({ node: toNode(row), cursor: toCursor(row) }));
  const startCursor = edges[0]?.cursor ?? emptyCursor;
  const endCursor = edges.at(-1)?.cursor ?? emptyCursor;
  return { edges, pageInfo: { hasPreviousPage, hasNextPage, startCursor, endCursor } };
}

/** Arguments of a connection to a part of a list. */
interface Arguments {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  filter?: unknown;
  search?: unknown;
  orderBy?: unknown;
}

/** Whether the arguments request the first page of the whole connection, in its default order. */
export const isFirstPage = ({ last, after, before, filter, search, orderBy }: Arguments): boolean =>
  last == null && after == null && before == null && filter == null && search == null && orderBy == null;

/** Rows to read for a first page: one more than it has, to know whether there is a next page. */
export const firstRows = ({ first }: Pick<Arguments, 'first'>): number =>
  Math.min(first ?? pageSize.default, pageSize.max) + 1;

/** The first page, from these rows. */
export function firstPage(rows: readonly Row[], first: number | null | undefined, mapping: Mapping) {
  const most = firstRows({ first: first ?? null });
  const hasNextPage = rows.length === most;
  return loadedPage(hasNextPage ? rows.slice(0, most - 1) : rows, mapping, { hasPreviousPage: false, hasNextPage });
}
