import { badUserInput, Failure } from '../domain/failure.ts';
import type { Prisma } from '../platform/database/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { all, linksAskedFor, searchSchema } from './conditions.ts';
import { cursorOf, keyColumns, type OrderBy, pageOf, placeOf } from './keyset.ts';
import { type List, type Reach, reachOf, visibleTo } from './list.ts';
import type { RecordKind } from '../vocabulary/kinds.ts';

/** Records on a page. */
export const pageSize = { usual: 20, most: 100 };

/** The request for a page, not yet validated. */
export interface Request {
  filter?: unknown;
  search?: unknown;
  orderBy?: OrderBy | undefined;
}

/** Who asks, and when. */
export interface Asking {
  actor: Actor;
  now: Date;
}

/** The condition that a request comes to. Throws BAD_USER_INPUT at the name of a field of the filter, or at "search", and FORBIDDEN. */
export function conditionOf(list: List, { actor, now }: Asking, request: Request): object {
  // Before what is asked is looked at: who may see nothing learns nothing, not even what could be asked.
  visibleTo(list, actor);
  const filter = readFilter(list, request.filter);
  const search = readSearch(list, request.search);
  const links = linksAskedFor(list.filter, filter).map((link) => reachOfLink(actor, link));
  const searched = search && list.searchNeeds ? [reachOf(actor, list.searchNeeds)] : [];
  const narrower = visibleTo(list, actor, [...links, ...searched]);
  return all(narrower, list.where({ filter: filter as never, search, now }));
}

/** A link to an organization is seen by who may see that one, wherever the linked record may be seen besides. */
function reachOfLink(actor: Actor, { kind, permission, id }: ReturnType<typeof linksAskedFor>[number]): Reach {
  const reach = reachOf(actor, permission);
  if (kind !== 'organization' || reach === 'all') return reach;
  return reach.includes(id) ? 'all' : [];
}

function readFilter(list: List, filter: unknown): object {
  const parsed = list.filter.safeParse(withoutNulls(filter));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: path as string[], message }));
  throw new Failure('BAD_USER_INPUT', 'The filter is not acceptable.', problems);
}

// Null is how GraphQL says that nothing is asked.
const withoutNulls = (filter: unknown): object =>
  Object.fromEntries(Object.entries(filter ?? {}).filter(([, value]) => value !== null));

function readSearch({ searchDescription, name }: List, search: unknown): string | undefined {
  if (search === undefined || search === null) return undefined;
  if (searchDescription === undefined) throw badUserInput(`${name} cannot be searched.`, 'search');
  const parsed = searchSchema.safeParse(search);
  if (parsed.success) return parsed.data;
  throw badUserInput(parsed.error.issues[0]?.message ?? 'This cannot be searched for.', 'search');
}

/** The part of a model's client that reads a list. */
export interface ListReader {
  findMany(query: object): Promise<Record<string, unknown>[]>;
  count(query: object): Promise<number>;
}
export const readerOf = (prisma: Pick<Prisma, RecordKind>, { kind }: Pick<List, 'kind'>): ListReader => prisma[kind];

export interface Page {
  records: Record<string, unknown>[];
  /** How many there are on all pages together. */
  totalCount: number;
  /** Where the next page begins; null on the last one. */
  nextCursor: string | null;
}

/**
 * One page of a list, read forwards, with the columns and relations that `select` or `include` names. `request.cursor` is a
 * `nextCursor` of the same order: BAD_USER_INPUT at "cursor" when it is not.
 */
export async function readPage(
  prisma: Pick<Prisma, RecordKind>,
  list: List,
  asking: Asking,
  request: Request & { cursor?: string | undefined; limit: number },
  shown: { select?: object; include?: object; omit?: object } = {},
): Promise<Page> {
  const { orderBy, cursor, limit } = request;
  const where = conditionOf(list, asking, request);
  const after = cursor === undefined ? undefined : placeOf(list, orderBy, cursor, 'cursor');
  const page = pageOf(list, orderBy, { after });
  const reader = readerOf(prisma, list);
  const select = shown.select && { select: { ...keyColumns(list, orderBy), ...shown.select } };
  const query = { ...shown, ...select, orderBy: page.orderBy, where: all(where, page.where), take: limit + 1 };
  const [found, totalCount] = await Promise.all([reader.findMany(query), reader.count({ where })]);
  const records = found.slice(0, limit);
  const last = records.at(-1);
  return { records, totalCount, nextCursor: last && found.length > limit ? cursorOf(list, orderBy, last) : null };
}
