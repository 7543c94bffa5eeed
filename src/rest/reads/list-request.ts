import type { z } from 'zod';
import { badUserInput, Failure, invalidCursor } from '../../domain/failure.ts';
import { findUnacceptable } from '../../domain/json-text.ts';
import { flatFilter } from '../../reads/conditions.ts';
import type { OrderBy } from '../../reads/keyset.ts';
import type { List } from '../../reads/list.ts';
import { boundOf, countBound, pageSize, type PageQuery, wrongPageSize } from '../../reads/page.ts';

/** Parameters of all lists, besides the filter fields. */
const common = ['limit', 'cursor', 'search', 'orderBy', 'countUpTo'];

export interface ListRequest extends PageQuery {
  filter: Record<string, unknown>;
  limit: number;
  cursor: string | undefined;
  /** The number at which counting stops. */
  countUpTo: number;
}

/** Query parameters of a list. `fixed` are filter fields that the path sets. */
export const parametersOf = (list: List, fixed: readonly string[]): string[] => [...common, ...filtersOf(list, fixed)];

/** The parameters of its filter. */
export const filtersOf = ({ filter }: List, fixed: readonly string[]): string[] =>
  Object.keys(flatFilter(filter).shape).filter((name) => !fixed.includes(name));

/**
 * Parses the query of a list. `fixed` are filter fields that the path sets. Throws BAD_USER_INPUT, or
 * INVALID_CURSOR, with the name of the parameter.
 */
export function readListRequest(list: List, query: URLSearchParams, fixed: Record<string, string>): ListRequest {
  const { shape } = flatFilter(list.filter);
  const texts: Record<string, string[]> = {};
  for (const name of query.keys()) {
    texts[name] = query.getAll(name);
  }
  const problem = findUnacceptable(texts);
  if (problem) throw new Failure('BAD_USER_INPUT', 'Invalid query.', [problem]);
  const filter = Object.keys(shape).flatMap((name) => {
    const value = texts[name];
    return value ? [[name, valueOf(name, value, shape[name] as z.ZodType)] as const] : [];
  });
  return {
    filter: { ...Object.fromEntries(filter), ...fixed },
    search: once('search', texts['search']),
    orderBy: readOrder(list, once('orderBy', texts['orderBy'])),
    limit: readLimit(once('limit', texts['limit'])),
    cursor: readCursor(list, once('cursor', texts['cursor'])),
    countUpTo: readBound(once('countUpTo', texts['countUpTo'])),
  };
}

/** The value of a parameter. Throws BAD_USER_INPUT if there is more than one. */
export function once(name: string, values: readonly string[] = []): string | undefined {
  const [first, second] = values;
  if (second !== undefined) throw badUserInput('Must be given only once.', name);
  return first;
}

/** Converts query text to the type that the schema expects. The schema refuses what cannot be converted. */
function valueOf(name: string, texts: string[], schema: z.ZodType): unknown {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return valueOf(name, texts, def.innerType as z.ZodType);
  if (def.type === 'array') return texts;
  const text = once(name, texts);
  if (def.type === 'number' && text !== undefined && /^-?\d{1,9}$/.test(text)) return Number(text);
  return def.type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

/** The fields of a schema, each from the parameter of its name. */
export function fieldsOf(
  query: URLSearchParams,
  { shape }: { shape: Record<string, z.ZodType> },
): Record<string, unknown> {
  const fields = [...new Set(query.keys())].map((name) => {
    return [name, valueOf(name, query.getAll(name), shape[name] as z.ZodType)] as const;
  });
  return Object.fromEntries(fields);
}

/** The page size that the parameter `limit` has. */
export function readLimit(text: string | undefined): number {
  if (text === undefined) return pageSize.default;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > pageSize.max) throw wrongPageSize('limit', Number(text));
  return limit;
}

/** The bound of a count that the parameter `countUpTo` has. */
export function readBound(text: string | undefined): number {
  if (text === undefined) return countBound.default;
  return boundOf(/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN, 'countUpTo');
}

function readOrder({ order }: List, text: string | undefined): OrderBy | undefined {
  if (text === undefined) return undefined;
  const [direction, field] = text.startsWith('-') ? (['desc', text.slice(1)] as const) : (['asc', text] as const);
  if (Object.hasOwn(order, field)) return { direction, field };
  const fields = Object.keys(order).join(', ');
  throw badUserInput(`Must be one of ${fields}; with a leading minus for descending order.`, 'orderBy');
}

// Cursors name their list, because positions of different lists can look alike: both can be an id.
const namedPosition = /^([A-Za-z]{1,64})\.([\w-]{1,2048})$/;

/** The public form of a cursor, with the name of the list. */
export const showCursor = ({ name }: List, position: string): string => `${name}.${position}`;

function readCursor({ name }: List, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, list, position] = namedPosition.exec(text) ?? [];
  if (list !== name) throw invalidCursor('Must be a cursor of this list in this order.', 'cursor');
  return position;
}
