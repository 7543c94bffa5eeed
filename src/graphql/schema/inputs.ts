import type { InputRef } from '@pothos/core';
import type { z } from 'zod';
import { builder } from './builder.ts';
import { nestedTypeInfo, readField, type ZodField } from './zod-fields.ts';

type Ref = InputRef;
const types = new Map<string, Ref>();

/** The GraphQL input type of the input of an operation, whose name describes it, and of objects nested in it. */
export function inputTypeOf(schema: z.ZodObject, name: string, description?: string): Ref {
  const existing = types.get(name);
  if (existing) return existing;
  const ref = builder.inputRef<Record<string, unknown>>(name);
  types.set(name, ref);
  const fields = Object.entries(schema.shape).map(([field, part]) => {
    return [field, fieldOptions(readField(part, `${name}.${field}`, nestedType))] as const;
  });
  const described = description === undefined ? {} : { description };
  ref.implement({
    ...described,
    fields: (t) => Object.fromEntries(fields.map(([field, options]) => [field, t.field(options as never)])) as never,
  });
  return ref;
}

/** The members of a schema as arguments of a field. */
export const argumentsOf = (shape: Record<string, z.ZodType>, name: string) =>
  builder.args((t) =>
    Object.fromEntries(
      Object.entries(shape).map(([field, part]) => {
        const options = fieldOptions(readField(part, `${name}.${field}`, nestedType));
        return [field, t.field(options as never)];
      }),
    ),
  );

function nestedType(schema: z.ZodObject, path: string, description: string | undefined): Ref {
  const info = nestedTypeInfo(schema, path);
  return inputTypeOf(schema, info.name, info.description ?? description);
}

const fieldOptions = ({ type, required, description, defaultValue }: ZodField<Ref>): object =>
  Array.isArray(type)
    ? { type: [type[0].type], required: { list: required, items: type[0].required }, description, defaultValue }
    : { type, required, description, defaultValue };
