import { formatPrismaCursor } from '@pothos/plugin-prisma';
import { pageSize } from './limits.ts';

type Row = Record<string, unknown>;

interface Arguments {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
}

/**
 * The first page of a connection to records behind a joining table, from what was read of it: `take` rows, one more than the page has.
 * As the Prisma plugin would answer, but for cursors that are made when they are asked for. Undefined when the arguments ask for another page.
 */
export function firstPage(record: Row, relation: string, args: Arguments, take: number): object | undefined {
  const { first, last, after, before } = args;
  const size = Math.min(first ?? pageSize.usual, pageSize.most);
  if (last != null || after != null || before != null || take !== size + 1) return undefined;
  const rows = record[relation] as Row[];
  const hasNextPage = rows.length === take;
  const edges = (hasNextPage ? rows.slice(0, size) : rows).map((row) => new LoadedEdge(row));
  const counts = record['_count'] as Record<string, number> | undefined;
  return { edges, pageInfo: new LoadedPageInfo(edges, hasNextPage), totalCount: counts?.[relation] };
}

class LoadedEdge {
  readonly node: Row;
  constructor(node: Row) {
    this.node = node;
  }
  get cursor(): string {
    return cursorOf(this.node);
  }
}

class LoadedPageInfo {
  readonly hasPreviousPage = false;
  readonly hasNextPage: boolean;
  readonly #edges: readonly LoadedEdge[];
  constructor(edges: readonly LoadedEdge[], hasNextPage: boolean) {
    this.#edges = edges;
    this.hasNextPage = hasNextPage;
  }
  get startCursor(): string | null {
    return this.#edges[0]?.cursor ?? null;
  }
  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null;
  }
}

/** The columns that name a row of a joining table, in the order of its primary key. */
const keys = ['organizationId', 'userId'];
const cursorOf = (row: Row): string => formatPrismaCursor(row, keys);
