import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      columns: ColumnsPlugin<Types>;
    }
  }
}

/**
 * A field that shows a column which its type always selects needs no look-up of what was loaded: its value is there. The Prisma
 * plugin would look for every such field of every record, which is a large part of a long list's cost.
 */
class ColumnsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { pothosPrismaVariant: column, pothosPrismaSelect: select, ...extensions } = field.extensions ?? {};
    const always = this.buildCache.getTypeConfig(field.parentType).extensions?.['pothosPrismaSelect'];
    const isLoaded = select && typeof column === 'string' && Object.hasOwn(always ?? {}, column);
    return isLoaded ? { ...field, extensions } : field;
  }
}

SchemaBuilder.registerPlugin('columns', ColumnsPlugin);
