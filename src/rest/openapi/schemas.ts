import { z } from 'zod';

/** A JSON schema (draft 2020-12), as far as it is used here. */
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

/** The named schemas of a document. */
export interface Schemas {
  named: Record<string, JsonSchema>;
  /** Converts a schema of inputs or outputs. Outputs allow further fields, which later versions may add. */
  add(schema: z.ZodType, direction: 'input' | 'output'): JsonSchema;
  /** Names a schema. Returns a reference to it. */
  name(name: string, schema: JsonSchema): JsonSchema;
}

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export function createSchemas(): Schemas {
  const named: Record<string, JsonSchema> = {};
  return {
    named,
    add(schema, direction) {
      const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io: direction }) as JsonSchema;
      const tidied = (raw: JsonSchema): JsonSchema => tidy(raw, direction) as JsonSchema;
      for (const [name, part] of Object.entries($defs)) named[name] = tidied(part);
      return tidied(root);
    },
    name(name, schema) {
      named[name] = schema;
      return refTo(name);
    },
  };
}

/** Removes redundant keywords, and points references to the named schemas of the document. */
function tidy(value: unknown, direction: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((part) => tidy(part, direction));
  if (typeof value !== 'object' || value === null) return value;
  const { id: _, propertyNames: __, ...schema } = value as JsonSchema;
  // The format means the same as the long pattern.
  if (schema.format === 'date-time') delete schema.pattern;
  // Engines without classes of Unicode (Python, Go with JSON Schema) read this.
  schema.pattern &&= schema.pattern.replace(String.raw`\P{Cc}`, String.raw`[^\u0000-\u001f\u007f-\u009f]`);
  if (direction === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  if (direction === 'input' && 'default' in schema) describeDefault(schema);
  const entries = Object.entries(schema).map(([keyword, part]) => {
    if (keyword === '$ref') return [keyword, String(part).replace('#/$defs/', '#/components/schemas/')];
    return [keyword, keyword === 'properties' ? tidyEach(part as object, direction) : tidy(part, direction)];
  });
  return Object.fromEntries(entries);
}

/** Generators of types take a member with a default for a required one, so the default of inputs is in words. */
function describeDefault(schema: JsonSchema): void {
  const { default: otherwise, description } = schema;
  delete schema.default;
  if (isEmpty(otherwise)) return;
  schema.description = [description, `If omitted: ${JSON.stringify(otherwise)}.`].filter(Boolean).join(' ');
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

// The members of `properties` are field names, such as "id", not keywords.
const tidyEach = (properties: object, direction: 'input' | 'output') =>
  Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, tidy(part, direction)]));
