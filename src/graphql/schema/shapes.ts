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
}

/**
 * The fields of a public shape, with its types and descriptions, and the version of records that have one. Ids of
 * related records, and fields that are not columns of the Prisma model, have fields of their own.
 */
export function exposeShape(t: FieldBuilder, { shape }: z.ZodObject): FieldMap {
  const columns = t.model === undefined ? undefined : columnsOf(t.model);
  const fields = versioned.has(t.model) ? { ...shape, version } : shape;
  const exposed = Object.entries<z.ZodType>(fields)
    .filter(([name, field]) => linkOf(field) === undefined && columns?.has(name) !== false)
    .map(([name, field]) => [name, t.expose(name as never, outputOptions(field, name) as never)]);
  return Object.fromEntries(exposed) as FieldMap;
}

/** Prisma models of records with a version. */
const versioned: ReadonlySet<string | undefined> = new Set(lockedKinds.map(capitalized));

/** Description and nullability of a computed field, from its public shape. */
export const describedBy = <Field extends z.ZodType>(field: Field) => ({
  description: field.description ?? '',
  nullable: (field instanceof z.ZodNullable) as Field extends z.ZodNullable ? true : false,
});
