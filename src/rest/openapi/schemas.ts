import { z } from 'zod';

/** A JSON schema (draft 2020-12), the part of it that is looked at here. */
export interface JsonSchema {
  type?: string | string[];
  $ref?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  $defs?: Record<string, JsonSchema>;
  [keyword: string]: unknown;
}

/** The schemas that a document names, by their names. */
export interface Schemas {
  named: Record<string, JsonSchema>;
  /** What a schema takes, or what it answers with: then further fields may come in later versions. */
  add(schema: z.ZodType, direction: 'input' | 'output'): JsonSchema;
  /** Gives a schema a name, and refers to it. */
  name(name: string, schema: JsonSchema): JsonSchema;
}

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export function createSchemas(): Schemas {
  const named: Record<string, JsonSchema> = {};
  return {
    named,
    add(schema, direction) {
      const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io: direction }) as JsonSchema;
      const tidied = (given: JsonSchema): JsonSchema => tidy(given, direction) as JsonSchema;
      for (const [name, part] of Object.entries($defs)) named[name] = tidied(part);
      return tidied(root);
    },
    name(name, schema) {
      named[name] = schema;
      return refTo(name);
    },
  };
}

/** Without what only repeats itself, and with references to where the named schemas are in the document. */
function tidy(value: unknown, direction: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((part) => tidy(part, direction));
  if (typeof value !== 'object' || value === null) return value;
  const { id: _, propertyNames: __, ...schema } = value as JsonSchema;
  // The format says the same as the pattern of several lines.
  if (schema.format === 'date-time') delete schema.pattern;
  if (direction === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  const entries = Object.entries(schema).map(([keyword, part]) => {
    if (keyword === '$ref') return [keyword, String(part).replace('#/$defs/', '#/components/schemas/')];
    return [keyword, keyword === 'properties' ? tidyEach(part as object, direction) : tidy(part, direction)];
  });
  return Object.fromEntries(entries);
}

// The members of `properties` are names of fields, one of which may be "id".
const tidyEach = (properties: object, direction: 'input' | 'output') =>
  Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, tidy(part, direction)]));
