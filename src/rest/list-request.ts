import type { z } from 'zod';
import { badUserInput, Failure } from '../domain/failure.ts';
import { findUnacceptable } from '../domain/json-text.ts';
import type { OrderBy } from '../reads/keyset.ts';
import type { List } from '../reads/list.ts';
import { pageSize, type Request } from '../reads/page.ts';

/** Parameters that every list has, besides the fields of its filter. */
const common = ['limit', 'cursor', 'search', 'orderBy'];

export interface ListRequest extends Request {
  filter: Record<string, unknown>;
  limit: number;
  cursor: string | undefined;
}

/** Parameters that a list has in its query. `fixed` are fields of its filter that the path fills. */
export const parametersOf = ({ filter }: List, fixed: readonly string[]): string[] => [
  ...common,
  ...Object.keys(filter.shape).filter((name) => !fixed.includes(name)),
];

/**
 * What stands behind the question mark of a list. `fixed` are fields of the filter that the path fills. Throws BAD_USER_INPUT with
 * the parameter's name.
 */
export function readListRequest(list: List, query: URLSearchParams, fixed: Record<string, string>): ListRequest {
  const { shape } = list.filter;
  const texts: Record<string, string[]> = {};
  for (const name of query.keys()) {
    texts[name] = query.getAll(name);
  }
  const problem = findUnacceptable(texts);
  if (problem) throw new Failure('BAD_USER_INPUT', 'The query is not acceptable.', [problem]);
  const filter = Object.keys(shape).flatMap((name) => {
    const given = texts[name];
    return given ? [[name, valueOf(name, given, shape[name] as z.ZodType)] as const] : [];
  });
  return {
    filter: { ...Object.fromEntries(filter), ...fixed },
    search: once('search', texts),
    orderBy: readOrder(list, once('orderBy', texts)),
    limit: readLimit(once('limit', texts)),
    cursor: readCursor(list, once('cursor', texts)),
  };
}

function once(name: string, texts: Record<string, string[]>): string | undefined {
  const [first, second] = texts[name] ?? [];
  if (second !== undefined) throw badUserInput('This stands there more than once.', name);
  return first;
}

/** A text of the query as the filter's schema wants it; what does not fit is left for the schema to refuse. */
export function valueOf(name: string, given: string[], schema: z.ZodType): unknown {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return valueOf(name, given, def.innerType as z.ZodType);
  if (def.type === 'array') return given;
  const text = once(name, { [name]: given });
  return def.type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return pageSize.usual;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > pageSize.most) throw badUserInput(`A page has 1 to ${pageSize.most} records.`, 'limit');
  return limit;
}

function readOrder({ order }: List, text: string | undefined): OrderBy | undefined {
  if (text === undefined) return undefined;
  const [direction, field] = text.startsWith('-') ? (['desc', text.slice(1)] as const) : (['asc', text] as const);
  if (Object.hasOwn(order, field)) return { direction, field };
  const fields = Object.keys(order).join(', ');
  throw badUserInput(`A list is ordered by one of ${fields}; with a minus before it, downwards.`, 'orderBy');
}

// A place in another list may look like one in this list: both may be an identifier.
const nameAndPlace = /^([A-Za-z]{1,64})\.([\w-]{1,2048})$/;

/** A place in the list, for callers: its name goes before it. */
export const showCursor = ({ name }: List, place: string): string => `${name}.${place}`;

function readCursor({ name }: List, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, list, place] = nameAndPlace.exec(text) ?? [];
  if (list !== name) throw badUserInput('This is not a cursor of this list in this order.', 'cursor');
  return place;
}
