import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      columns: ColumnsPlugin<Types>;
    }
  }
}

type Row = Record<string, unknown>;
type Resolver = GraphQLFieldResolver<unknown, object>;

/**
 * A field that is made of columns alone is answered from its record when they are there. The Prisma plugin would look up for every such field of
 * every record which statement loaded it, which is a large part of a long list's cost; it is still asked when a column is missing, and loads it.
 */
class ColumnsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolver, field: PothosOutputFieldConfig<Types>): Resolver {
    const select = field.extensions?.['pothosPrismaSelect'];
    const direct = field.resolve as Resolver | undefined;
    if (!direct || !isOfColumns(select)) return resolve;
    const columns = Object.keys(select);
    return (record, ...rest) => (hasAll(record as Row, columns) ? direct : resolve)(record, ...rest);
  }
}

const isOfColumns = (select: unknown): select is Record<string, true> =>
  typeof select === 'object' && select !== null && Object.values(select).every((wanted) => wanted === true);

// A column that was loaded and holds nothing is null.
function hasAll(record: Row, columns: readonly string[]): boolean {
  for (const column of columns) if (record[column] === undefined) return false;
  return true;
}

SchemaBuilder.registerPlugin('columns', ColumnsPlugin);
