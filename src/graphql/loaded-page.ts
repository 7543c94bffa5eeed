import { formatPrismaCursor } from '@pothos/plugin-prisma';
import { pageSize } from './limits.ts';

type Row = Record<string, unknown>;
type ToCursor = (row: Row) => string;

/** What a page knows of what is around it. */
interface Around {
  hasPreviousPage: boolean;
  hasNextPage: boolean;
  /** Stands for both ends of a page that has no record. */
  place?: string | null | undefined;
}

/** A page of a connection. Cursors are made when they are asked for: those of most records never are. */
export function loadedPage(rows: readonly Row[], toCursor: ToCursor, around: Around) {
  const edges = rows.map((row) => new LoadedEdge(row, toCursor));
  return { edges, pageInfo: new LoadedPageInfo(edges, around) };
}

class LoadedEdge {
  readonly node: Row;
  readonly #toCursor: ToCursor;
  constructor(node: Row, toCursor: ToCursor) {
    this.node = node;
    this.#toCursor = toCursor;
  }
  get cursor(): string {
    return this.#toCursor(this.node);
  }
}

class LoadedPageInfo {
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
  readonly #place: string | null;
  readonly #edges: readonly LoadedEdge[];
  constructor(edges: readonly LoadedEdge[], { hasPreviousPage, hasNextPage, place = null }: Around) {
    this.hasPreviousPage = hasPreviousPage;
    this.hasNextPage = hasNextPage;
    this.#place = place;
    this.#edges = edges;
  }
  get startCursor(): string | null {
    return this.#edges[0]?.cursor ?? this.#place;
  }
  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? this.#place;
  }
}

interface Arguments {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
}

/**
 * The first page of a connection to records behind a joining table, from what was read of it (reads/related.ts): `take` rows, one more than
 * the page has. As the Prisma plugin would answer. Undefined when the arguments ask for another page.
 */
export function firstPage(record: Row, relation: string, args: Arguments, take: number): object | undefined {
  const { first, last, after, before } = args;
  const size = Math.min(first ?? pageSize.usual, pageSize.most);
  if (last != null || after != null || before != null || take !== size + 1) return undefined;
  const rows = record[relation] as Row[];
  const hasNextPage = rows.length === take;
  const shown = hasNextPage ? rows.slice(0, size) : rows;
  const counts = record['_count'] as Record<string, number> | undefined;
  const page = loadedPage(shown, membershipCursor, { hasPreviousPage: false, hasNextPage });
  return { ...page, totalCount: counts?.[relation] };
}

/** The columns that name a membership, in the order of its primary key. */
const keys = ['organizationId', 'userId'];
const membershipCursor: ToCursor = (row) => formatPrismaCursor(row, keys);
