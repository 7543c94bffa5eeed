import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { readOf } from '../../reads/related.ts';
import { firstRows, isFirstPage } from './loaded-page.ts';
import { type FindRow, ofRow, rowAtHand } from './rows-at-hand.ts';

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
 * Resolves a field from its record if everything that it selects is loaded: columns, or a relation that was read with
 * the page (reads/related.ts). The Prisma plugin resolves the others; it looks up for each field of each record which
 * query loaded it. Needed by bench:management, a page at most 3 times bare SQL: 3.7 without.
 */
class ColumnsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolver, field: PothosOutputFieldConfig<Types>): Resolver {
    const findRow = field.extensions?.[rowAtHand] as FindRow<unknown> | undefined;
    if (findRow) return ofRow(findRow, resolve);
    const select = field.extensions?.['pothosPrismaSelect'];
    const direct = field.resolve as Resolver | undefined;
    if (!direct || !select) return resolve;
    return isColumns(select) ? ofColumns(Object.keys(select), direct, resolve) : ofRelation(field, direct, resolve);
  }
}

const isColumns = (select: object): select is Record<string, true> =>
  typeof select === 'object' && Object.values(select).every((isSelected) => isSelected === true);

const ofColumns =
  (columns: readonly string[], direct: Resolver, otherwise: Resolver): Resolver =>
  (record, ...rest) =>
    (hasAll(record as Row, columns) ? direct : otherwise)(record, ...rest);

// A loaded column without a value is null, not undefined.
function hasAll(record: Row, columns: readonly string[]): boolean {
  for (const column of columns) if (record[column] === undefined) return false;
  return true;
}

/**
 * Relations have the names of their fields. A field with arguments is a connection, of which the first page was read.
 */
function ofRelation({ name, args }: { name: string; args: object }, direct: Resolver, otherwise: Resolver): Resolver {
  const isConnection = Object.keys(args).length > 0;
  return (record, args, context, info) => {
    const read = readOf(record as Row, name);
    const isLoaded = read && (!isConnection || (isFirstPage(args) && read.take === firstRows(args)));
    return (isLoaded ? direct : otherwise)(record, args, context, info);
  };
}

SchemaBuilder.registerPlugin('columns', ColumnsPlugin);
