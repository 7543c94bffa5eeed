import type { ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import { builder, type SchemaTypes } from './builder.ts';
import { nestedTypeInfo, readField } from './zod-fields.ts';

type Ref = ObjectRef<SchemaTypes, Record<string, unknown>>;
const types = new Map<string, Ref>();

/** The GraphQL object type of an object schema, for example of a profile or of the output of an operation. */
export function outputTypeOf(schema: z.ZodObject, name: string, description: string | undefined): Ref {
  const existing = types.get(name);
  if (existing) return existing;
  const ref = builder.objectRef<Record<string, unknown>>(name);
  types.set(name, ref);
  const described = description === undefined ? {} : { description };
  ref.implement({
    ...described,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(schema.shape).map(([field, part]) => {
          const resolve = (parent: Record<string, unknown>) => parent[field];
          return [field, t.field({ ...outputOptions(part, `${name}.${field}`), resolve } as never)];
        }),
      ),
  });
  return ref;
}

/** Type, nullability and description of an output field. */
export function outputOptions(schema: z.core.$ZodType, path: string): object {
  const { type, required, description } = readField(schema, path, nestedType);
  return Array.isArray(type)
    ? { type: [type[0].type], nullable: { list: !required, items: !type[0].required }, description }
    : { type, nullable: !required, description };
}

// The same schema describes input and output: the output type of "AddressInput" is "Address".
function nestedType(schema: z.ZodObject, path: string, description: string | undefined): Ref {
  const info = nestedTypeInfo(schema, path);
  return outputTypeOf(schema, info.name.replace(/Input$/, ''), info.description ?? description);
}
