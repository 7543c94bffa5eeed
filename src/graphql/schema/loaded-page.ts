import { pageSize } from '../request/limits.ts';

type Row = Record<string, unknown>;

/** What rows are shown as. */
interface Ways {
  toCursor(row: Row): string;
  toNode(row: Row): Row;
}

/** What a page knows of what is around it. */
interface Around {
  hasPreviousPage: boolean;
  hasNextPage: boolean;
  /** Stands for both ends of a page that has no record. */
  place?: string | null | undefined;
}

/** A page of a connection. Cursors are made when they are asked for: those of most records never are. */
export function loadedPage(rows: readonly Row[], ways: Ways, around: Around) {
  const edges = rows.map((row) => new LoadedEdge(row, ways));
  return { edges, pageInfo: new LoadedPageInfo(edges, around) };
}

class LoadedEdge {
  readonly node: Row;
  readonly #row: Row;
  readonly #ways: Ways;
  constructor(row: Row, ways: Ways) {
    this.node = ways.toNode(row);
    this.#row = row;
    this.#ways = ways;
  }
  get cursor(): string {
    return this.#ways.toCursor(this.#row);
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

/** What a connection to a part of a list can be asked. */
interface Arguments {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  filter?: unknown;
  search?: unknown;
  orderBy?: unknown;
}

/** Whether the page is the first one of the whole, in its usual order. */
export const isFirstPage = ({ last, after, before, filter, search, orderBy }: Arguments): boolean =>
  last == null && after == null && before == null && filter == null && search == null && orderBy == null;

/** Rows that are read for a first page: one more than it has. */
export const firstRows = ({ first }: Pick<Arguments, 'first'>): number =>
  Math.min(first ?? pageSize.usual, pageSize.most) + 1;

/** That page, from as many rows. */
export function firstPage(rows: readonly Row[], first: number | null | undefined, ways: Ways) {
  const most = firstRows({ first: first ?? null });
  const hasNextPage = rows.length === most;
  return loadedPage(hasNextPage ? rows.slice(0, most - 1) : rows, ways, { hasPreviousPage: false, hasNextPage });
}
