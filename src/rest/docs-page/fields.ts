import type { JsonSchema } from '../openapi/schemas.ts';
import { inline, markup, type Markup } from './text.ts';

export const schemaPrefix = '#/components/schemas/';

/** The address on the page of a schema that has a name. */
export const schemaId = (name: string): string => `schema-${name}`;

/** What a value may be, in words, with links to the schemas that have names. */
export function typeOf(schema: JsonSchema): Markup {
  const { $ref, anyOf, allOf, items, format, type = 'any' } = schema as JsonSchema & { allOf?: JsonSchema[] };
  if ($ref) {
    const name = $ref.slice(schemaPrefix.length);
    return markup`<a href="#${schemaId(name)}">${name}</a>`;
  }
  if (anyOf) return joined(anyOf.map(typeOf), ' or ');
  if (allOf) return joined(allOf.map(typeOf), ' and ');
  if (items) return markup`list of ${typeOf(items)}`;
  if (schema.const !== undefined) return markup`<code>${JSON.stringify(schema.const)}</code>`;
  const named = Array.isArray(type) ? type.join(' or ') : type;
  return markup`${named}${format ? ` (${format})` : ''}`;
}

const joined = (parts: Markup[], between: string): Markup =>
  markup`${parts.map((part, index) => [index ? between : '', part])}`;

/** Keywords that bound a value, and how they are told. */
const bounds: Readonly<Record<string, (bound: string) => string>> = {
  minLength: (bound) => (bound === '1' ? 'not empty' : `at least ${bound} characters`),
  maxLength: (bound) => `at most ${bound} characters`,
  minimum: (bound) => `at least ${bound}`,
  maximum: (bound) => `at most ${bound}`,
  minItems: (bound) => (bound === '1' ? 'not empty' : `at least ${bound} items`),
  maxItems: (bound) => `at most ${bound} items`,
  default: (value) => `default ${value}`,
};

/** What a value has to fulfil besides its type; of several kinds of value, what the first one has to. */
export function rulesOf(schema: JsonSchema): string {
  const told = { ...schema.anyOf?.[0], ...schema };
  const values = told.enum ? [`one of ${told.enum.map((value) => JSON.stringify(value)).join(', ')}`] : [];
  // JSON Schema bounds integers by what a number in JavaScript holds.
  const isBound = ([, bound]: [string, unknown]) => typeof bound !== 'number' || Math.abs(bound) < 2 ** 53 - 1;
  const known = Object.entries(told).filter(isBound);
  return [...values, ...known.flatMap(([keyword, bound]) => bounds[keyword]?.(JSON.stringify(bound)) ?? [])].join('; ');
}

/** The description of a value, which may stand at the first of several kinds of it. */
export const descriptionOf = ({ description, anyOf }: JsonSchema): string =>
  description ?? anyOf?.find((one) => one.description)?.description ?? '';

/** The fields of an object, those of objects in it below them. */
export function fields({ properties = {}, required = [] }: JsonSchema): Markup {
  const rows = Object.entries(properties).map(([name, schema]) => field(name, schema, required.includes(name)));
  return markup`<dl>${rows}</dl>`;
}

function field(name: string, schema: JsonSchema, isRequired: boolean): Markup {
  const inner = objectIn(schema);
  const rules = rulesOf(schema);
  return markup`<div><dt><code>${name}</code> <span class="type">${typeOf(schema)}${isRequired ? ', required' : ''}</span></dt>
<dd>${inline(descriptionOf(schema))}${rules ? markup` <span class="rules">${rules}</span>` : ''}${inner ? fields(inner) : ''}</dd></div>`;
}

/** The object that a field is, or a list of which it is, when it has no name of its own. */
function objectIn(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return objectIn(schema.items);
  return schema.anyOf?.map(objectIn).find((found) => found);
}
