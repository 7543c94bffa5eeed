import type { SearchKind, SearchQuery, SearchResult } from '../domain/search-query.ts';
import { searchKinds } from '../domain/search-query.ts';
import { forbidden } from '../domain/failure.ts';
import { labelOf, nameFieldsOf } from '../domain/events/labels.ts';
import { type Actor, organizationsFor } from '../kernel/actor.ts';
import type { Prisma } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import { isId } from '../platform/ids/ids.ts';
import { type NodeKind, nodeKinds } from '../vocabulary/kinds.ts';
import { all } from './conditions.ts';
import { listOf } from './index.ts';
import { pageOf } from './keyset.ts';
import { visibleTo } from './list.ts';
import { conditionOf, pageSize, type ReadContext, readerOf } from './page.ts';

type Reader = Pick<Prisma, NodeKind>;
type SearchContext = ReadContext & { logger: Pick<Logger, 'warn'> };

/**
 * Searches several kinds, each as its list does, and only where the caller may read it. Kinds are read one after the
 * other, so that a search takes one connection. Throws FORBIDDEN for a named kind that the caller may not read.
 */
export async function searchRecords(
  prisma: Reader,
  context: SearchContext,
  { text, kinds, first }: SearchQuery,
): Promise<SearchResult> {
  const { actor } = context;
  refuseUnreadable(kinds ?? [], actor);
  const ofId = nodeKinds.find((kind) => isId(kind, text));
  if (ofId) return { items: await itemOf(prisma, actor, { kind: ofId, id: text, kinds }), kindsWithMore: [] };
  const result: SearchResult = { items: [], kindsWithMore: [] };
  for (const kind of kinds ?? searchKinds.filter((one) => mayRead(one, actor))) {
    const matches = await matchesOf(prisma, context, kind, text);
    if (matches.length > first) result.kindsWithMore.push(kind);
    result.items.push(...matches.slice(0, first).map((record) => itemFrom(kind, record)));
  }
  return result;
}

interface MatchingRecord {
  id: string;
}

const itemFrom = (kind: NodeKind, record: MatchingRecord): SearchResult['items'][number] => ({
  kind,
  id: record.id,
  displayName: labelOf(kind, record) ?? record.id,
});

const columnsOf = (kind: NodeKind) => Object.fromEntries(['id', ...nameFieldsOf(kind)].map((name) => [name, true]));

/**
 * As many as on a page of the list, whatever is requested: for a smaller number PostgreSQL expects to find it soon in
 * the order of the page, and reads the whole table if the text is rare.
 */
async function matchesOf(
  prisma: Reader,
  context: SearchContext,
  kind: SearchKind,
  text: string,
): Promise<MatchingRecord[]> {
  const list = listOf[kind];
  const where = conditionOf(list, context, { search: text });
  const { orderBy } = pageOf(list, undefined, {});
  const query = { where, orderBy, take: pageSize.default + 1, select: columnsOf(kind) };
  return (await readerOf(prisma as Prisma, list, context.logger).findMany(query)) as unknown as MatchingRecord[];
}

/** The record with this id, if the search is for its kind and the caller may read it. */
async function itemOf(
  prisma: Reader,
  actor: Actor,
  { kind, id, kinds }: { kind: NodeKind; id: string; kinds: SearchQuery['kinds'] },
): Promise<SearchResult['items']> {
  const isWanted = kinds === undefined || kinds.some((one) => one === kind);
  if (!isWanted || !mayRead(kind, actor)) return [];
  const where = all({ id }, visibleTo<object>(listOf[kind], actor));
  const query = { where, take: 1, select: columnsOf(kind) };
  const rows = (await readerOf(prisma as Prisma, listOf[kind]).findMany(query)) as unknown as MatchingRecord[];
  return rows.map((record) => itemFrom(kind, record));
}

function mayRead(kind: NodeKind, actor: Actor): boolean {
  const list = listOf[kind];
  const organizations = organizationsFor(actor, list.permission);
  return organizations === 'all' || (organizations.length > 0 && list.within(organizations) !== null);
}

function refuseUnreadable(kinds: readonly SearchKind[], actor: Actor): void {
  const unreadable = kinds.filter((kind) => !mayRead(kind, actor));
  if (unreadable.length) throw forbidden(...new Set(unreadable.map((kind) => listOf[kind].permission)));
}
