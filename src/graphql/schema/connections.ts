import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { parsePrismaCursor } from '@pothos/plugin-prisma';
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

/**
 * Extensions of a connection type, for records behind a join table: where in the document the Prisma plugin finds the
 * selection of the records.
 */
export const recordsOf = (type: string) => ({
  pothosIndirectInclude: { getType: () => type, paths: [[{ name: 'nodes' }], [{ name: 'edges' }, { name: 'node' }]] },
});

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
