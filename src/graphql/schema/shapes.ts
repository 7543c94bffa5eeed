import type { FieldMap } from '@pothos/core';
import { z } from 'zod';
import { capitalized } from '../../domain/text.ts';
import { lockedKinds } from '../../vocabulary/kinds.ts';
import { linkOf, version } from '../../vocabulary/shape-parts.ts';
import { columnsOf } from './builder.ts';
import { outputOptions } from './outputs.ts';

/** A builder of fields: of a Prisma model, or of any object. */
interface FieldBuilder {
  model?: string;
  expose(name: never, options: never): unknown;
  field(options: never): unknown;
}

/**
 * The selection of a type of record: its id, and its columns with one short value, which are read with every record.
 * Times are not short: parsing one takes as long as ten texts.
 * The Prisma plugin looks up at each other field of each record whether it was read, which costs more than reading it.
 * For bench:management, see "Own code instead of a library" in src/README.md.
 */
export function shortColumns(model: string, { shape }: z.ZodObject): { id: true } {
  const columns = [...columnsOf(model)].filter(
    ([name, { type, isList }]) => name in shape && short.has(type) && !isList,
  );
  return { id: true, ...Object.fromEntries(columns.map(([name]) => [name, true])) };
}

/**
 * The fields of a public shape, with its types and descriptions, and the version of records that have one. Ids of
 * related records, and fields that are not columns of the Prisma model, have fields of their own. `selected` is the
 * selection of the type, if it has more columns than the id.
 */
export function exposeShape(t: FieldBuilder, { shape }: z.ZodObject, selected: object = {}): FieldMap {
  const columns = t.model === undefined ? undefined : columnsOf(t.model);
  const fields = versioned.has(t.model) ? { ...shape, version } : shape;
  const exposed = Object.entries<z.ZodType>(fields)
    .filter(([name, field]) => linkOf(field) === undefined && columns?.has(name) !== false)
    .map(([name, field]) => {
      const options = outputOptions(field, name);
      const resolve = (record: Record<string, unknown>) => record[name];
      return [
        name,
        name in selected ? t.field({ ...options, resolve } as never) : t.expose(name as never, options as never),
      ];
    });
  return Object.fromEntries(exposed) as FieldMap;
}

/** Types of columns that are quickly read. */
const short: ReadonlySet<string> = new Set(['String', 'Boolean', 'Int']);

/** Prisma models of records with a version. */
const versioned: ReadonlySet<string | undefined> = new Set(lockedKinds.map(capitalized));

/** The description of a public shape, or of a part of one. */
export const descriptionOf = (shape: z.ZodType): string => shape.description ?? '';

/** Description and nullability of a computed field, from its public shape. */
export const describedBy = <Field extends z.ZodType>(field: Field) => ({
  description: descriptionOf(field),
  nullable: (field instanceof z.ZodNullable) as Field extends z.ZodNullable ? true : false,
});
