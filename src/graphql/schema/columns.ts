import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { readOf } from '../../reads/related.ts';
import { firstRows, isFirstPage } from './loaded-page.ts';

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
 * A field is answered from its record when all it is made of is known to be there: columns, or a relation that was read with the page
 * (reads/related.ts). The Prisma plugin would look up for every field of every record which statement loaded it, which is
 * most of a long list's cost; it is still asked when something is missing, and loads it.
 */
class ColumnsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolver, field: PothosOutputFieldConfig<Types>): Resolver {
    const select = field.extensions?.['pothosPrismaSelect'];
    const direct = field.resolve as Resolver | undefined;
    if (!direct || !select) return resolve;
    return isOfColumns(select) ? ofColumns(Object.keys(select), direct, resolve) : ofRelation(field, direct, resolve);
  }
}

const isOfColumns = (select: object): select is Record<string, true> =>
  typeof select === 'object' && Object.values(select).every((wanted) => wanted === true);

const ofColumns =
  (columns: readonly string[], direct: Resolver, otherwise: Resolver): Resolver =>
  (record, ...rest) =>
    (hasAll(record as Row, columns) ? direct : otherwise)(record, ...rest);

// A column that was loaded and holds nothing is null.
function hasAll(record: Row, columns: readonly string[]): boolean {
  for (const column of columns) if (record[column] === undefined) return false;
  return true;
}

/** Relations are called as the fields that show them. A field with arguments is a connection, whose first page was read. */
function ofRelation({ name, args }: { name: string; args: object }, direct: Resolver, otherwise: Resolver): Resolver {
  const isConnection = Object.keys(args).length > 0;
  return (record, given, context, info) => {
    const read = readOf(record as Row, name);
    const isThere = read && (!isConnection || (isFirstPage(given) && read.take === firstRows(given)));
    return (isThere ? direct : otherwise)(record, given, context, info);
  };
}

SchemaBuilder.registerPlugin('columns', ColumnsPlugin);
