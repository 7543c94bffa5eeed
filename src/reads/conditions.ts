import { z } from 'zod';
import { normalise } from '../domain/identifiers.ts';
import { textSchema } from '../domain/text.ts';
import { isId } from '../platform/ids/ids.ts';
import { type IdKind, type NodeKind, readPermissionOf } from '../vocabulary/kinds.ts';
import type { Permission } from '../vocabulary/permissions.ts';

/** What a search may be: longer than any name that could be found. */
export const searchSchema = textSchema(256);

/** The id of a record of that kind. Whether there is one is not asked: a filter that nothing meets finds nothing. */
export const idFilter = (kind: IdKind, description: string) =>
  z
    .string()
    .refine((id) => isId(kind, id), 'This is not the id of such a record.')
    .optional()
    .describe(description);

/** What it takes to ask for a link: see `linkFilter`. */
interface Link {
  kind: NodeKind;
  permission: Permission;
}
const links = z.registry<Link>();
/** The id of a record of another kind that those on the list have to be linked with. To ask is to see the link, so it needs what seeing that kind needs. */
export function linkFilter(kind: NodeKind, description: string) {
  const filter = idFilter(kind, description);
  links.add(filter, { kind, permission: readPermissionOf(kind) });
  return filter;
}

/** The links that a filter asks for, each with the id it names. */
export const linksAskedFor = ({ shape }: z.ZodObject, filter: object): (Link & { id: string })[] =>
  Object.entries(filter).flatMap(([name, id]) => {
    const link = links.get(shape[name] as z.ZodType);
    return link && typeof id === 'string' ? [{ ...link, id }] : [];
  });

export const flagFilter = (description: string) => z.boolean().optional().describe(description);
export const timeFilter = (description: string) => z.iso.datetime().optional().describe(description);

/** All of these conditions; those that ask for nothing have no place in a statement. */
export const all = (...conditions: object[]): object => {
  const asked = conditions.filter((condition) => Object.keys(condition).length > 0);
  return asked.length > 1 ? { AND: asked } : (asked[0] ?? {});
};

/** Has one of these related records that meets the condition; nothing when it asks for nothing. */
export const some = (relation: string, condition: object): object =>
  Object.keys(condition).length > 0 ? { [relation]: { some: condition } } : {};

/** `column` from one instant on and before another; nothing when neither is given. */
export function between(column: string, after: string | undefined, before: string | undefined): object {
  if (after === undefined && before === undefined) return {};
  return { [column]: { ...(after !== undefined && { gte: after }), ...(before !== undefined && { lt: before }) } };
}

/** Whether a nullable column has a value; nothing when that is not asked. */
export const hasValue = (column: string, wanted: boolean | undefined): object =>
  wanted === undefined ? {} : { [column]: wanted ? { not: null } : null };

/** A column has this value; nothing when none is asked for. */
export const equals = (column: string, wanted: unknown): object => (wanted === undefined ? {} : { [column]: wanted });

// In LIKE patterns these stand for other characters, and the client passes them on as they are.
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The beginning of something that is stored in its normal form (email, username, phone): served by an index that compares characters. */
export const beginsWith = (column: string, search: string): object => ({
  [column]: { startsWith: literally(normalise(search)) },
});

/** The beginning of a word of a text, in any case, and what follows it: in tables that stay small. */
export function hasWord(column: string, search: string): object[] {
  const text = literally(search.trim().normalize('NFC'));
  const anyCase = { mode: 'insensitive' };
  return [{ [column]: { startsWith: text, ...anyCase } }, { [column]: { contains: ` ${text}`, ...anyCase } }];
}

/** Characters of a word whose beginnings the database keeps (the function word_beginnings of the migrations). */
const longestBeginning = 12;

/**
 * The same of a name whose `nameBeginnings` the database keeps: an index has an entry for them. The name is looked at as well, for what is
 * longer than its beginnings, and because PostgreSQL guesses too high how frequent rare beginnings are: it would rather read the whole table
 * in the order of the page.
 */
export function hasNameWord(search: string): object[] {
  const words = search.trim().normalize('NFC').split(' ').filter(Boolean).map(inLowerCase);
  const beginnings = words.map((word) => Array.from(word).slice(0, longestBeginning).join(''));
  return [{ nameBeginnings: { hasEvery: beginnings }, OR: hasWord('name', search) }];
}

/** Character by character, as the database does: not by the place in the word, and none becomes two. */
const inLowerCase = (word: string): string =>
  Array.from(word, (character) => Array.from(character.toLowerCase())[0]).join('');

/** The text anywhere, in any case: for what has no words, such as the name of a scope, in tables that stay small. */
export const hasPart = (column: string, search: string): object => ({
  [column]: { contains: literally(search.trim().normalize('NFC')), mode: 'insensitive' },
});

/** Any of these conditions on what is searched for; nothing when nothing is. */
export const searched = (search: string | undefined, conditions: (text: string) => object[]): object =>
  search?.trim() ? { OR: conditions(search) } : {};
