import { badUserInput, forbidden, notFound } from '../domain/failure.ts';
import { idSchema } from '../domain/text.ts';
import { type Actor, mayIn } from '../kernel/actor.ts';
import { listOf } from '../reads/index.ts';
import { type List, visibleTo } from '../reads/list.ts';
import { idFieldOf, kinds, type RecordKind, recordKinds } from '../vocabulary/kinds.ts';
import { conditionOf, readPage } from '../reads/page.ts';
import type { Permission } from '../vocabulary/permissions.ts';
import { assignPositions } from '../store/event-positions.ts';
import { type Collection, collections } from './collections.ts';
import { parametersOf, readListRequest, showCursor } from './list-request.ts';
import { etagOf, findAt, recordViews, type Row, showRecord, showRecords } from './records.ts';
import { type Answer, type Asked, prefix, type Route, type RouteServices, viewerOf } from './route.ts';

/** GET of every collection and of every member. */
export const readRoutes = (): Route[] => [
  ...collections.map((collection): Route => {
    const answer = (asked: Asked, services: RouteServices) => list(collection, asked, services);
    return { method: 'GET', path: collection.path, query: parametersOf(collection.list, fixedIn(collection)), answer };
  }),
  ...recordKinds.map((kind): Route => {
    const answer = (asked: Asked, services: RouteServices) => member(kind, asked, services);
    return { method: 'GET', path: recordViews[kind].path, query: [], answer };
  }),
];

/** Fields of the filter that the path fills. */
const fixedIn = ({ path, narrowed }: Collection): string[] =>
  narrowed ? [] : [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

async function list(collection: Collection, asked: Asked, services: RouteServices): Promise<Answer> {
  const { parent, narrowed } = collection;
  const { prisma } = services.database;
  const viewer = viewerOf(asked, services);
  // Before what is asked is looked at, as with every list.
  visibleTo(collection.list, viewer.actor);
  const request = readListRequest(collection.list, asked.query, narrowed ? {} : asked.parameters);
  if (parent) await visible(parent, asked, services);
  if (narrowed) requireIn(viewer.actor, collection.list.permission, asked.parameters);
  const shown = narrowed ? narrowedTo(collection.list, narrowed(asked.parameters)) : collection.list;
  await freshen(collection.list, services);
  const { columns } = recordViews[collection.list.kind];
  const { records, totalCount, nextCursor } = await readPage(prisma, shown, viewer, request, columns);
  const cursor = nextCursor === null ? null : showCursor(collection.list, nextCursor);
  const items = await showRecords(collection.list.kind, records, viewer);
  return {
    status: 200,
    headers: cursor === null ? {} : { link: linkTo(collection, asked, cursor) },
    json: { items, totalCount, nextCursor: cursor },
  };
}

/** What a member is in an organization is for who may see such things there. */
function requireIn(actor: Actor, permission: Permission, { organizationId = '' }: Asked['parameters']): void {
  if (!mayIn(actor, permission, organizationId)) throw forbidden(permission);
}

/** The list with one more condition. */
const narrowedTo = (given: List, condition: object): List => ({
  ...given,
  where: (asked) => ({ AND: [given.where(asked), condition] }),
});

// Events are listed by their place in the feed, which they get after they were committed.
const freshen = async ({ kind }: List, { database }: RouteServices): Promise<void> => {
  if (kind === 'event') await assignPositions(database);
};

/** The next page with the same parameters (RFC 8288). */
function linkTo({ path }: Collection, { parameters, query }: Asked, cursor: string): string {
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  return `<${prefix}${filled}?${next.toString()}>; rel="next"`;
}

async function member(kind: RecordKind, asked: Asked, services: RouteServices): Promise<Answer> {
  await freshen(listOf[kind], services);
  const row = await visible(kind, asked, services);
  return { status: 200, headers: etagOf(row), json: await showRecord(kind, row, viewerOf(asked, services)) };
}

/** The record that the path names. One that the caller may not see is NOT_FOUND as one that does not exist. */
async function visible(kind: RecordKind, asked: Asked, services: RouteServices): Promise<Row> {
  const { parameters } = asked;
  const condition = conditionOf(listOf[kind], viewerOf(asked, services), {});
  for (const [name, id] of Object.entries(parameters)) {
    if (!idSchema.safeParse(id).success) throw badUserInput('This cannot be an id.', name);
  }
  const row = await findAt(services.database.prisma, kind, parameters, condition);
  if (!row) throw notFound(kinds[kind].label, idFieldOf(kind));
  return row;
}
