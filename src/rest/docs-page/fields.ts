import type { JsonSchema } from '../openapi/schemas.ts';
import { type Markup, markup } from '../../http/markup.ts';
import { inline } from './text.ts';

export const schemaPrefix = '#/components/schemas/';

/** The id of a named schema on the page. */
export const schemaId = (name: string): string => `schema-${name}`;

/** The type of a value in words, with links to the named schemas. */
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

/** Keywords that bound a value, and their wording. */
const bounds: Readonly<Record<string, (bound: string) => string>> = {
  minLength: (bound) => (bound === '1' ? 'not empty' : `at least ${bound} characters`),
  maxLength: (bound) => `at most ${bound} characters`,
  minimum: (bound) => `at least ${bound}`,
  maximum: (bound) => `at most ${bound}`,
  minItems: (bound) => (bound === '1' ? 'not empty' : `at least ${bound} items`),
  maxItems: (bound) => `at most ${bound} items`,
  default: (value) => `default ${value}`,
};

/** The constraints of a value besides its type; of several alternatives, those of the first. */
export function rulesOf(schema: JsonSchema): string {
  const keywords = { ...schema.anyOf?.[0], ...schema };
  const values = keywords.enum ? [`one of ${keywords.enum.map((value) => JSON.stringify(value)).join(', ')}`] : [];
  // JSON Schema bounds integers by what a number in JavaScript holds.
  const isBound = ([, bound]: [string, unknown]) => typeof bound !== 'number' || Math.abs(bound) < 2 ** 53 - 1;
  const entries = Object.entries(keywords).filter(isBound);
  return [...values, ...entries.flatMap(([keyword, bound]) => bounds[keyword]?.(JSON.stringify(bound)) ?? [])].join(
    '; ',
  );
}

/** The description of a value, which may be that of one of several alternatives. */
export const descriptionOf = ({ description, anyOf }: JsonSchema): string =>
  description ?? anyOf?.find((one) => one.description)?.description ?? '';

/** The fields of an object, with those of nested objects below them. */
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

/** The object in a field or in its list, when its schema has no name. */
function objectIn(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return objectIn(schema.items);
  return schema.anyOf?.map(objectIn).find((one) => one);
}
