import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { type IndirectInclude, parsePrismaCursor } from '@pothos/plugin-prisma';
import { parseCursorConnectionArgs } from '@pothos/plugin-relay';
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

/**
 * The range of rows to read: their limit, one more than the page has, and whether they are read from the end
 * (`inverted`).
 */
export type Range = ReturnType<typeof rangeOf>;

export const rangeOf = (args: PageArguments) => ({
  ...parseCursorConnectionArgs({ args, defaultSize: pageSize.default, maxSize: pageSize.max }),
  emptyAt: args.after || args.before || null,
});

/**
 * The page of the rows of a range. Rows are mapped to cursors and records; a cursor is made when it is read. A page
 * without rows begins and ends at the requested cursor.
 */
export function pageOfRows<Node>(
  { expectedSize, inverted, hasPreviousPage, hasNextPage, emptyAt }: Range,
  rows: readonly Row[],
  { toCursor, toNode }: { toCursor(row: Row): string; toNode(row: Row): Node },
) {
  const first = rows.slice(0, expectedSize);
  const page = inverted ? first.reverse() : first;
  const cursorAt = (row: Row | undefined): string | null => (row ? toCursor(row) : emptyAt);
  return {
    edges: page.map((row) => ({
      get cursor() {
        return toCursor(row);
      },
      node: toNode(row),
    })),
    pageInfo: {
      get startCursor() {
        return cursorAt(page[0]);
      },
      get endCursor() {
        return cursorAt(page.at(-1));
      },
      hasPreviousPage: hasPreviousPage(rows.length),
      hasNextPage: hasNextPage(rows.length),
    },
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
