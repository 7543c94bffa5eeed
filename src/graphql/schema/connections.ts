import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { type IndirectInclude, parsePrismaCursor } from '@pothos/plugin-prisma';
import { resolveCursorConnection } from '@pothos/plugin-relay';
import { badUserInput, invalidCursor } from '../../domain/failure.ts';
import { isStorable } from '../../domain/text.ts';
import { pageSize, wrongPageSize } from '../../reads/page.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      connections: ConnectionsPlugin<Types>;
    }
  }
}

/** Marks a connection that validates its arguments and cursors itself: `extensions: { [ownCursors]: true }`. */
export const ownCursors = 'ownCursors';

/** The place of the selection of the records of a connection in the document. */
export const recordsOf = (type: string): IndirectInclude => ({
  getType: () => type,
  paths: [[{ name: 'nodes' }], [{ name: 'edges' }, { name: 'node' }]],
});

type Row = Record<string, unknown>;

/** Arguments of a page. */
interface PageArguments {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
}

/** The limit of rows to read, one more than the page has, and whether they are read from the end. */
interface Range {
  limit: number;
  inverted: boolean;
}

/** A page of the rows that `read` returns. Rows are mapped to cursors and records; without rows, cursors are null. */
export async function pageOfRows(
  args: PageArguments,
  { toCursor, toNode }: { toCursor(row: Row): string; toNode(row: Row): Row },
  read: (range: Range) => Promise<Row[]> | Row[],
) {
  const sizes = { defaultSize: pageSize.default, maxSize: pageSize.max };
  const { edges, pageInfo } = await resolveCursorConnection<Promise<Row[]>>(
    { args, toCursor, ...sizes },
    async (range) => read(range),
  );
  const { startCursor, endCursor } = pageInfo;
  return {
    edges: edges.map(({ cursor, node }) => ({ cursor, node: toNode(node) })),
    pageInfo: { ...pageInfo, startCursor: startCursor || null, endCursor: endCursor || null },
  };
}

/**
 * Validates the page size and the cursors `before` and `after` of connections before the database is queried (lists do
 * it themselves).
 */
class ConnectionsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    if (!field.args['after'] && !field.args['before']) return field;
    if (field.extensions?.[ownCursors] === true) return field;
    const check = (args: Record<string, unknown>) => {
      checkSize(args);
      for (const name of ['before', 'after']) checkCursor(name, args[name]);
      return args;
    };
    return { ...field, argMappers: [...field.argMappers, check] };
  }
}

/** Throws BAD_USER_INPUT for an invalid page size. */
export function checkSize({ first, last }: { first?: unknown; last?: unknown }): void {
  for (const [name, size] of Object.entries({ first, last })) {
    // A smaller page than requested would look like the end of the list.
    if (typeof size === 'number' && (size < 1 || size > pageSize.max)) {
      throw wrongPageSize(name, size);
    }
  }
  if (first != null && last != null) throw badUserInput('Give either `first` or `last`, not both.', 'last');
}

function checkCursor(name: string, cursor: unknown): void {
  if (typeof cursor === 'string' && !isCursor(cursor)) {
    throw invalidCursor('Not a cursor of this connection.', name);
  }
}

// A cursor is the encoded id of a record.
function isCursor(cursor: string): boolean {
  try {
    const id = parsePrismaCursor(cursor);
    return typeof id === 'string' && isStorable(id);
  } catch {
    return false;
  }
}

SchemaBuilder.registerPlugin('connections', ConnectionsPlugin);
