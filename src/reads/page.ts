import { badUserInput, type Failure, forbidden, invalidField, invalidInput } from '../domain/failure.ts';
import { validate, validOrRefused } from '../domain/problems.ts';
import type { CursorSeal } from '../platform/crypto/cursor-seal.ts';
import type { Prisma } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import { timed } from '../platform/slow-reads.ts';
import type { Actor } from '../kernel/actor.ts';
import { all, linksIn, requiredEverywhere, searchSchema } from './conditions.ts';
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
  for (const permission of requiredEverywhere(list.filter, filter))
    if (reachOf(actor, permission) !== 'all') throw forbidden(permission);
  const links = linksIn(list.filter, filter).map((link) => reachOfLink(actor, link));
  const searched = search && list.searchPermission ? [reachOf(actor, list.searchPermission)] : [];
  const key = request.orderBy && list.order[request.orderBy.field];
  const sorted = key?.permission ? [reachOf(actor, key.permission)] : [];
  const visible = visibleTo(list, actor, [...links, ...searched, ...sorted]);
  return all(visible, list.where({ filter: filter as never, search, now }));
}

/** A caller who may read an organization may read all links to it. */
export function reachOfLink(actor: Actor, { kind, permission, id }: ReturnType<typeof linksIn>[number]): Reach {
  const reach = reachOf(actor, permission);
  if (kind !== 'organization' || reach === 'all') return reach;
  return reach.includes(id) ? 'all' : [];
}

const readFilter = (list: List, filter: unknown): object =>
  validOrRefused(list.filter, withoutNulls(filter), 'Invalid filter.');

// In GraphQL null is the same as omitting the field.
export const withoutNulls = (input: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input ?? {}).flatMap(([name, value]: [string, unknown]) =>
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

/** Logs the list when a statement takes long, if there is a logger. */
export function readerOf(
  prisma: Pick<Prisma, RecordKind>,
  { kind, name }: Pick<List, 'kind' | 'name'>,
  logger?: Pick<Logger, 'warn'>,
): ListReader {
  const reader: ListReader = prisma[kind];
  if (!logger) return reader;
  return {
    findMany: (query) => timed(name, logger, () => reader.findMany(query)),
    count: (query) => timed(name, logger, () => reader.count(query)),
  };
}

/**
 * The number at which counting stops, because it reads every record that it counts: unless a caller asks for more, and
 * at most.
 */
export const countBound = { default: 1000, max: 1_000_000 };

/** A number of records that were counted up to a bound: not exact if there are more. */
export interface Total {
  totalCount: number;
  totalCountIsExact: boolean;
}

/** The total of records of which one more than the bound were counted. */
export const totalOf = (counted: number, bound: number): Total => ({
  totalCount: Math.min(counted, bound),
  totalCountIsExact: counted <= bound,
});

/** Counts records, and reads at most one more than the bound. */
export const countUpTo = async (reader: Pick<ListReader, 'count'>, where: object, bound: number): Promise<Total> =>
  totalOf(await reader.count({ where, take: bound + 1 }), bound);

/** The bound of a count; the default one if none is given. Throws BAD_USER_INPUT at `name`. */
export function boundOf(upTo: number | null | undefined, name: string): number {
  if (upTo === undefined || upTo === null) return countBound.default;
  const [minimum, maximum] = [1, countBound.max];
  if (Number.isInteger(upTo) && upTo >= minimum && upTo <= maximum) return upTo;
  const code = !Number.isInteger(upTo) ? 'INVALID_TYPE' : upTo < minimum ? 'TOO_SMALL' : 'TOO_LARGE';
  throw invalidField({ path: [name], code, message: `Must be ${minimum} to ${maximum}.`, minimum, maximum });
}

export interface Page extends Total {
  records: Record<string, unknown>[];
  /** Cursor of the next page; null on the last one. */
  nextCursor: string | null;
}

/** The cursors of a list as callers see them. */
export const cursorsOf = ({ isSealed }: List, { seal, open }: CursorSeal): Pick<CursorSeal, 'seal' | 'open'> =>
  isSealed ? { seal, open } : { seal: (cursor) => cursor, open: (cursor) => cursor };

/**
 * A page of a list, with the columns and relations of `select` or `include`. Throws INVALID_CURSOR at "cursor" unless
 * `request.cursor` is a `nextCursor` of the same order.
 */
export async function readPage(
  prisma: Pick<Prisma, RecordKind>,
  list: List,
  context: ReadContext & { cursorSeal: CursorSeal; logger: Pick<Logger, 'warn'> },
  request: PageQuery & { cursor?: string | undefined; limit: number; countUpTo: number },
  shown: { select?: object; include?: object; omit?: object } = {},
): Promise<Page> {
  const { orderBy, cursor, limit } = request;
  const where = conditionOf(list, context, request);
  const cursors = cursorsOf(list, context.cursorSeal);
  const after = cursor === undefined ? undefined : decodeCursor(list, orderBy, cursors.open(cursor) ?? '', 'cursor');
  const page = pageOf(list, orderBy, { after });
  const reader = readerOf(prisma, list, context.logger);
  const select = shown.select && { select: { ...keyColumns(list, orderBy), ...shown.select } };
  const query = { ...shown, ...select, orderBy: page.orderBy, where: all(where, page.where), take: limit + 1 };
  const [rows, total] = await Promise.all([reader.findMany(query), countUpTo(reader, where, request.countUpTo)]);
  const records = rows.slice(0, limit);
  const last = records.at(-1);
  const nextCursor = last && rows.length > limit ? cursors.seal(cursorOf(list, orderBy, last)) : null;
  return { records, ...total, nextCursor };
}
