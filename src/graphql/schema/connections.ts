import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { parsePrismaCursor } from '@pothos/plugin-prisma';
import { badUserInput } from '../../domain/failure.ts';
import { isStorable } from '../../domain/text.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      connections: ConnectionsPlugin<Types>;
    }
  }
}

/** Marks a connection that checks its page and reads its cursors itself: `extensions: { [ownCursors]: true }`. */
export const ownCursors = 'ownCursors';

/**
 * For the extensions of a connection's type whose records stand behind a joining table: tells the planner of queries where in a
 * document their fields are asked for.
 */
export const recordsOf = (type: string) => ({
  pothosIndirectInclude: { getType: () => type, paths: [[{ name: 'nodes' }], [{ name: 'edges' }, { name: 'node' }]] },
});

/**
 * What connections have in common: the size of a page, and `before` and `after`, which have to be cursors of that connection, are checked
 * before anything is asked of the database (lists do it themselves), and `totalCount` has a description.
 */
class ConnectionsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    if (field.name === 'totalCount') return { ...field, description: 'How many there are on all pages together.' };
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

/** Throws BAD_USER_INPUT for a page that can have no such size. */
export function checkSize({ first, last }: { first?: unknown; last?: unknown }): void {
  if (isNegative(first)) throw badUserInput('A page has no negative size.', 'first');
  if (isNegative(last)) throw badUserInput('A page has no negative size.', 'last');
  if (first != null && last != null) throw badUserInput('Either first or last, not both.', 'last');
}

const isNegative = (size: unknown): boolean => typeof size === 'number' && size < 0;

function checkCursor(name: string, cursor: unknown): void {
  if (typeof cursor === 'string' && !isCursor(cursor)) {
    throw badUserInput('This is not a cursor of this connection.', name);
  }
}

// A cursor is an encoded text: the record's id.
function isCursor(cursor: string): boolean {
  try {
    const id = parsePrismaCursor(cursor);
    return typeof id === 'string' && isStorable(id);
  } catch {
    return false;
  }
}

SchemaBuilder.registerPlugin('connections', ConnectionsPlugin);
