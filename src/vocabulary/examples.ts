import { z } from 'zod';
import { exampleIdOf, kindsOfId } from './ids.ts';
import { examples } from './shape-parts.ts';

/** The example that a field has itself: in its shape, or in its JSON schema. */
export function ownExampleOf(schema: z.core.$ZodType): { example: unknown } | undefined {
  const published = z.globalRegistry.get(schema)?.['examples'];
  const stated = examples.get(schema) ?? (Array.isArray(published) ? { example: published[0] } : undefined);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return stated ?? ('innerType' in def ? ownExampleOf(def.innerType) : undefined);
}

/** An example of what a schema describes. Throws if a part, which `path` names, has none. */
export function exampleOf(schema: z.core.$ZodType, path: string): unknown {
  const stated = ownExampleOf(schema);
  if (stated) return stated.example;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return exampleOfFields(def.shape, path);
    case 'array':
      return [exampleOf(def.element, path)];
    case 'default':
      // A list of ids is empty by default; what it is for shows an id.
      return kindsOfId(schema) ? exampleOf(def.innerType, path) : def.defaultValue;
    case 'optional':
    case 'nullable':
    case 'prefault':
      return exampleOf(def.innerType, path);
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'string':
      return exampleOfId(schema, path);
    default:
      throw new Error(`${path} has no example.`);
  }
}

const exampleOfFields = (shape: z.core.$ZodShape, path: string): object =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, exampleOf(field, `${path}.${name}`)]));

function exampleOfId(schema: z.core.$ZodType, path: string): string {
  const [kind] = kindsOfId(schema) ?? [];
  if (kind === undefined) throw new Error(`${path} has no example.`);
  return exampleIdOf(kind);
}
