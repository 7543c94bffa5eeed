import { z } from 'zod';
import { isDescribedByKind, kindsOfId } from '../../vocabulary/ids.ts';
import { typeNames } from '../../vocabulary/shape-parts.ts';
import { enumOf, type TextEnum } from './enums.ts';

type ScalarName = 'ID' | 'String' | 'Int' | 'Float' | 'Boolean' | 'DateTime' | 'EmailAddress' | 'URL' | 'JSONObject';

/** A zod schema as a GraphQL field. `ObjectType` is the type of an object schema: an input or an output type. */
export interface ZodField<ObjectType> {
  type: ScalarName | TextEnum | ObjectType | [ZodField<ObjectType>];
  /** Neither omitted nor null. */
  required: boolean;
  description: string | undefined;
  /** Default value; undefined if there is none. */
  defaultValue: unknown;
}

/** `description` is that of the field, for a type without one. */
type ObjectTypeOf<ObjectType> = (schema: z.ZodObject, path: string, description: string | undefined) => ObjectType;

/**
 * Reads the input side of a schema. `path` ("CreateUserInput.email") names the field in errors. Throws, at the start of
 * the process, if the schema has no counterpart in GraphQL.
 */
export function readField<O>(
  schema: z.core.$ZodType,
  path: string,
  objectTypeOf: ObjectTypeOf<O>,
  outerDescription?: string,
): ZodField<O> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const metadata = z.globalRegistry.get(schema);
  const description = outerDescription ?? (isDescribedByKind(schema) ? undefined : metadata?.description);
  const through = (inner: z.core.$ZodType) => readField(inner, path, objectTypeOf, description);
  const plain = (type: ZodField<O>['type']): ZodField<O> => ({
    type,
    required: true,
    description,
    defaultValue: undefined,
  });
  const named = typeNames.get(schema)?.typeName;
  // Pothos finds types by their names, too.
  if (named !== undefined) return plain(named as ScalarName);
  const text = isText(def.type) && textFormats[String(metadata?.['format'])];
  if (text) return plain(text);
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return { ...through(def.innerType), required: false };
    case 'default':
      return withDefault(through(def.innerType), def.defaultValue);
    case 'prefault':
      return through(def.innerType);
    case 'pipe':
      return through(def.in);
    case 'array':
      return plain([readField(def.element, path, objectTypeOf)]);
    case 'object':
      return plain(objectTypeOf(schema as z.ZodObject, path, description));
    case 'enum':
      return plain(enumOf(Object.values(def.entries), path));
    default:
      return plain(scalarOf(schema, path));
  }
}

/** Scalars of strings with a `format` (a term of JSON Schema) in `.meta`. */
const textFormats: Record<string, ScalarName | undefined> = { email: 'EmailAddress', uri: 'URL' };
// A wrapper of a string (optional, nullable, default) has its format, too.
const isText = (type: string): boolean => type === 'string' || type === 'pipe';

// A field with a default can be omitted, but must not be null: in GraphQL that is `Boolean! = false`. A JSON object
// cannot be a default there.
const withDefault = <O>(field: ZodField<O>, defaultValue: unknown): ZodField<O> =>
  field.type === 'JSONObject' ? { ...field, required: false } : { ...field, defaultValue };

function scalarOf(schema: z.core.$ZodType, path: string): ScalarName {
  const def: { type: string; format?: string | undefined } = schema._zod.def;
  switch (def.type) {
    case 'string':
      if (kindsOfId(schema)) return 'ID';
      return def.format === 'datetime' ? 'DateTime' : 'String';
    case 'number':
      return def.format === 'safeint' ? 'Int' : 'Float';
    case 'boolean':
      return 'Boolean';
    case 'record':
      return 'JSONObject';
    default:
      throw new Error(`${path}: a zod schema of type ${def.type} has no counterpart in GraphQL`);
  }
}

/**
 * Name and description of the type of a nested object, from `.meta({ id, description })`: a schema has the same type
 * wherever it is used. `.describe` makes a copy without the id, so the original is used.
 */
export function nestedTypeInfo(
  schema: z.core.$ZodType,
  path: string,
): { name: string; description: string | undefined } {
  const { id, description } = z.globalRegistry.get(schema) ?? {};
  if (id) return { name: id, description };
  const original = schema._zod.parent;
  if (!original) throw new Error(`${path}: a nested object needs .meta({ id }), the name of its GraphQL type`);
  return nestedTypeInfo(original, path);
}
