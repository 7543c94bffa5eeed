import { z } from 'zod';
import { normalize } from '../domain/people/identifiers.ts';
import { textSchema } from '../domain/text.ts';
import { utcTimeSchema } from '../domain/times.ts';
import { isId } from '../platform/ids/ids.ts';
import { idOf } from '../vocabulary/ids.ts';
import { type IdKind, kinds, type NodeKind, readPermissionOf } from '../vocabulary/kinds.ts';
import type { Permission } from '../vocabulary/permissions.ts';

/** A search text: longer than any name. */
export const searchSchema = textSchema(256);

const idOfKind = (kind: IdKind) =>
  idOf(kind).refine((id) => isId(kind, id), `Must be an id that starts with "${kinds[kind].idPrefix}_".`);

/** The id of a record of a kind. The record need not exist: then nothing matches. */
export const idFilter = (kind: IdKind, description: string) => idOfKind(kind).optional().describe(description);

/** The requirements of a filter by a related record: see `linkFilter`. */
interface Link {
  kind: NodeKind;
  permission: Permission;
}
const links = z.registry<Link>();
/**
 * The id of a related record of another kind. The result shows the relation, so the permission of that kind is
 * required.
 */
export function linkFilter(kind: NodeKind, description: string) {
  const filter = idFilter(kind, description);
  links.add(filter, { kind, permission: readPermissionOf(kind) });
  return filter;
}

const everywhere = z.registry<{ permission: Permission }>();
/** A filter by what only callers may read who hold the permission everywhere. */
export function everywhereFilter<Schema extends z.ZodType>(permission: Permission, filter: Schema): Schema {
  everywhere.add(filter, { permission });
  return filter;
}

/** The permissions that a filter requires everywhere. */
export const requiredEverywhere = ({ shape }: z.ZodObject, filter: object): Permission[] =>
  Object.keys(filter).flatMap((name) => everywhere.get(shape[name] as z.ZodType)?.permission ?? []);

/** The links in a filter, each with its id; those in nested conditions, too. */
export const linksIn = ({ shape }: z.ZodObject, filter: object): (Link & { id: string })[] =>
  Object.entries(filter).flatMap(([name, value]: [string, unknown]) => {
    const schema = shape[name] as z.ZodType;
    const link = links.get(schema);
    if (link && typeof value === 'string') return [{ ...link, id: value }];
    const nested = nestedIn(schema);
    return nested ? [value].flat().flatMap((part) => linksIn(nested, part as object)) : [];
  });

/** The schema of nested conditions, for a field that has some: an object or a list of objects. */
function nestedIn(schema: z.ZodType): z.ZodObject | undefined {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return schema as z.ZodObject;
  if (def.type === 'optional') return nestedIn(def.innerType as z.ZodType);
  return def.type === 'array' ? nestedIn(def.element as z.ZodType) : undefined;
}

/** The fields of a filter without nested conditions, which query parameters cannot express. */
export const flatFilter = ({ shape }: z.ZodObject): z.ZodObject =>
  z.strictObject(Object.fromEntries(Object.entries(shape).filter(([, schema]) => !nestedIn(schema as z.ZodType))));

/** Ids of records of a kind, as many as a page has. */
export const idsFilter = (kind: IdKind, description: string) =>
  z.array(idOfKind(kind)).min(1).max(100).optional().describe(description);

/** Values of an enumeration, each at most once. */
export const enumFilter = <Value extends string>(values: readonly Value[], description: string) =>
  z.array(z.enum(values)).max(values.length).optional().describe(description);

/** A value that is stored in its normal form: an identifier of a user, or a domain. */
export const normalFilter = (description: string, maxLength = 512) =>
  z.string().max(maxLength).transform(normalize).optional().describe(description);

/** A column has one of these values; empty if there is no list. */
export const isOneOf = (column: string, values: readonly string[] | undefined): object =>
  values === undefined ? {} : { [column]: { in: values } };

export const flagFilter = (description: string) => z.boolean().optional().describe(description);
export const timeFilter = (description: string) => utcTimeSchema.optional().describe(description);
/** Filters by time of creation; the condition is `between`. */
export const createdFilters = {
  createdAfter: timeFilter('Only records created at this time or later.'),
  createdBefore: timeFilter('Only records created before this time.'),
};

/** All of these conditions, without empty ones. */
export const all = (...conditions: object[]): object => {
  const parts = conditions.filter((condition) => Object.keys(condition).length > 0);
  return parts.length > 1 ? { AND: parts } : (parts[0] ?? {});
};

/** A related record matches the condition; empty if the condition is empty. */
export const some = (relation: string, condition: object): object =>
  Object.keys(condition).length > 0 ? { [relation]: { some: condition } } : {};

/** No related record matches the condition; empty if the condition is empty. */
export const none = (relation: string, condition: object): object =>
  Object.keys(condition).length > 0 ? { [relation]: { none: condition } } : {};

/** `column` is at or after one time and before another; empty if neither is given. */
export function between(column: string, after: string | undefined, before: string | undefined): object {
  if (after === undefined && before === undefined) return {};
  return { [column]: { ...(after !== undefined && { gte: after }), ...(before !== undefined && { lt: before }) } };
}

/** A nullable column has a value, or has none; empty if `isSet` is undefined. */
export const hasValue = (column: string, isSet: boolean | undefined): object =>
  isSet === undefined ? {} : { [column]: isSet ? { not: null } : null };

/** A column has this value; empty if it is undefined. */
export const equals = (column: string, value: unknown): object => (value === undefined ? {} : { [column]: value });

// Wildcards of LIKE patterns, which Prisma does not escape.
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Sorts after every continuation of a text in the collation "C". */
const lastCharacter = '\u{10FFFF}';

/**
 * The start of an identifier, which is stored in its normal form (email, username, phone), in a column with the
 * collation "C". An index supports it. The range follows from the pattern. By the pattern alone, PostgreSQL expects a
 * hundredth of all rows if the text is one of the hundred values in its statistics, so it would scan the whole table in
 * the order of the page.
 */
export function beginsWith(column: string, search: string): object {
  const text = normalize(search);
  return { [column]: { startsWith: escapeLike(text), gte: text, lte: text + lastCharacter } };
}

/** Characters that words begin after: the same as in the function word_beginnings of the migrations. */
const separators = Array.from(' \u00A0-\u2010\u2011/\'’"(.,:_&+@');

/**
 * The start of a word, in any case. For small tables. Any character matches a sigma, whose lower case depends on what
 * follows.
 */
export function hasWord(column: string, search: string): object[] {
  const text = escapeLike(search.trim().normalize('NFC')).replaceAll(/[σς]/giu, '_');
  const anyCase = { mode: 'insensitive' };
  return withDot(text).flatMap((one) => [
    { [column]: { startsWith: one, ...anyCase } },
    ...separators.map((before) => ({ [column]: { contains: escapeLike(before) + one, ...anyCase } })),
  ]);
}

/** Also with the dot that a capital İ at the start of a word has in lower case. */
const withDot = (text: string): string[] => [...new Set([text, text.replaceAll(/(?<=^| )i(?!\u0307)/giu, 'i\u0307')])];

/** Longest prefix of a word in `nameBeginnings` (function word_beginnings of the migrations). */
const longestPrefix = 12;

/**
 * The same for a name with the indexed column `nameBeginnings`. The name is compared, too: a word can be longer than
 * its longest prefix, and PostgreSQL overestimates the frequency of rare prefixes, so it would scan the whole table in
 * the order of the page.
 */
export function hasNameWord(search: string): object[] {
  const lower = search.trim().normalize('NFC').toLowerCase().replaceAll('ς', 'σ').replaceAll('\u0307', '');
  const words = lower.split(' ').filter(Boolean);
  const prefixes = words.map((word) => Array.from(word).slice(0, longestPrefix).join(''));
  return [{ nameBeginnings: { hasEvery: prefixes }, OR: hasWord('name', search) }];
}

/** The text anywhere, in any case: for values without words, such as names of scopes. For small tables. */
export const hasPart = (column: string, search: string): object => ({
  [column]: { contains: escapeLike(search.trim().normalize('NFC')), mode: 'insensitive' },
});

/** Any of these conditions on the search text; empty without one. */
export const searched = (search: string | undefined, conditions: (text: string) => object[]): object =>
  search?.trim() ? { OR: conditions(search) } : {};
