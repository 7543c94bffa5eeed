import { badUserInput, type Failure, invalidField, invalidInput } from '../domain/failure.ts';
import { validate, validOrRefused } from '../domain/problems.ts';
import type { CursorSeal } from '../platform/crypto/cursor-seal.ts';
import type { Prisma } from '../platform/database/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { all, linksIn, searchSchema } from './conditions.ts';
import { cursorOf, decodeCursor, keyColumns, type OrderBy, pageOf } from './keyset.ts';
import { type List, type Reach, reachOf, visibleTo } from './list.ts';
import type { RecordKind } from '../vocabulary/kinds.ts';

/** Records on a page. */
export const pageSize = { default: 20, max: 100 };

/** The refusal of a page size that is not between 1 and the maximum, or not a number. */
export function wrongPageSize(name: string, size: number): Failure {
  const [minimum, maximum] = [1, pageSize.max];
  const code = size < minimum ? 'TOO_SMALL' : size > maximum ? 'TOO_LARGE' : 'INVALID_TYPE';
  return invalidField({ path: [name], code, message: `Must be ${minimum} to ${maximum}.`, minimum, maximum });
}

/** A query of a list, not yet validated. */
export interface PageQuery {
  filter?: unknown;
  search?: unknown;
  orderBy?: OrderBy | undefined;
}

/** The caller and the current time. */
export interface ReadContext {
  actor: Actor;
  now: Date;
}

/** The condition of a request. Throws BAD_USER_INPUT at a field of the filter or at "search", and FORBIDDEN. */
export function conditionOf(list: List, { actor, now }: ReadContext, request: PageQuery): object {
  // Before validation, so that callers without permission do not learn which requests are valid.
  visibleTo(list, actor);
  const filter = readFilter(list, request.filter);
  const search = readSearch(list, request.search);
  const links = linksIn(list.filter, filter).map((link) => reachOfLink(actor, link));
  const searched = search && list.searchPermission ? [reachOf(actor, list.searchPermission)] : [];
  const key = request.orderBy && list.order[request.orderBy.field];
  const sorted = key?.permission ? [reachOf(actor, key.permission)] : [];
  const visible = visibleTo(list, actor, [...links, ...searched, ...sorted]);
  return all(visible, list.where({ filter: filter as never, search, now }));
}

/** A caller who may read an organization may read all links to it. */
function reachOfLink(actor: Actor, { kind, permission, id }: ReturnType<typeof linksIn>[number]): Reach {
  const reach = reachOf(actor, permission);
  if (kind !== 'organization' || reach === 'all') return reach;
  return reach.includes(id) ? 'all' : [];
}

const readFilter = (list: List, filter: unknown): object =>
  validOrRefused(list.filter, withoutNulls(filter), 'Invalid filter.');

// In GraphQL null is the same as omitting the field.
export const withoutNulls = (given: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given ?? {}).flatMap(([name, value]: [string, unknown]) =>
      value === null ? [] : [[name, nestedWithoutNulls(value)]],
    ),
  );

function nestedWithoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nestedWithoutNulls);
  return isPlainObject(value) ? withoutNulls(value) : value;
}

const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

function readSearch({ searchDescription, name }: List, search: unknown): string | undefined {
  if (search === undefined || search === null) return undefined;
  if (searchDescription === undefined) throw badUserInput(`The list ${name} cannot be searched.`, 'search');
  const { data, problems } = validate(searchSchema, search);
  if (data !== undefined) return data;
  const below = problems.map((problem) => ({ ...problem, path: ['search'] }));
  throw invalidInput(below, 'Invalid search text.');
}

/** The part of a Prisma model that reads a list. */
interface ListReader {
  findMany(query: object): Promise<Record<string, unknown>[]>;
  count(query: object): Promise<number>;
}
export const readerOf = (prisma: Pick<Prisma, RecordKind>, { kind }: Pick<List, 'kind'>): ListReader => prisma[kind];

/** The number of records; the bound if there are as many or more, which reads no further ones. */
export const countUpTo = (
  reader: Pick<ListReader, 'count'>,
  where: object,
  upTo: number | undefined,
): Promise<number> => reader.count({ where, ...(upTo !== undefined && { take: upTo }) });

/** Throws BAD_USER_INPUT at `name` unless the bound of a count is at least 1. */
export function checkBound(upTo: number, name: string): void {
  if (Number.isInteger(upTo) && upTo >= 1) return;
  const code = Number.isInteger(upTo) ? 'TOO_SMALL' : 'INVALID_TYPE';
  throw invalidField({ path: [name], code, message: 'Must be an integer of at least 1.', minimum: 1 });
}

export interface Page {
  records: Record<string, unknown>[];
  /** Number of records on all pages; at most `countUpTo` of the request. */
  totalCount: number;
  /** Cursor of the next page; null on the last one. */
  nextCursor: string | null;
}

/** How callers see the cursors of a list. */
export const cursorsOf = ({ isSealed }: List, { seal, open }: CursorSeal): Pick<CursorSeal, 'seal' | 'open'> =>
  isSealed ? { seal, open } : { seal: (cursor) => cursor, open: (cursor) => cursor };

/**
 * A page of a list, with the columns and relations of `select` or `include`. Throws INVALID_CURSOR at "cursor" unless
 * `request.cursor` is a `nextCursor` of the same order.
 */
export async function readPage(
  prisma: Pick<Prisma, RecordKind>,
  list: List,
  context: ReadContext & { cursorSeal: CursorSeal },
  request: PageQuery & { cursor?: string | undefined; limit: number; countUpTo?: number | undefined },
  shown: { select?: object; include?: object; omit?: object } = {},
): Promise<Page> {
  const { orderBy, cursor, limit } = request;
  const where = conditionOf(list, context, request);
  const cursors = cursorsOf(list, context.cursorSeal);
  const after = cursor === undefined ? undefined : decodeCursor(list, orderBy, cursors.open(cursor) ?? '', 'cursor');
  const page = pageOf(list, orderBy, { after });
  const reader = readerOf(prisma, list);
  const select = shown.select && { select: { ...keyColumns(list, orderBy), ...shown.select } };
  const query = { ...shown, ...select, orderBy: page.orderBy, where: all(where, page.where), take: limit + 1 };
  const [found, totalCount] = await Promise.all([reader.findMany(query), countUpTo(reader, where, request.countUpTo)]);
  const records = found.slice(0, limit);
  const last = records.at(-1);
  const nextCursor = last && found.length > limit ? cursors.seal(cursorOf(list, orderBy, last)) : null;
  return { records, totalCount, nextCursor };
}
