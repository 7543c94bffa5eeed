import { badUserInput, forbidden, notFound } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { type Actor, mayIn } from '../../kernel/actor.ts';
import { listOf } from '../../reads/index.ts';
import { type List, visibleTo } from '../../reads/list.ts';
import { idFieldOf, kinds, type RecordKind, recordKinds } from '../../vocabulary/kinds.ts';
import { conditionOf, readPage } from '../../reads/page.ts';
import type { Permission } from '../../vocabulary/permissions.ts';
import { type Collection, collections } from './collections.ts';
import { type ListRequest, parametersOf, readListRequest, showCursor } from './list-request.ts';
import { etagOf } from '../../http/entity-tags.ts';
import { findAt, recordViews, type Row, showRecord, showRecords } from './record-views.ts';
import {
  type RestResponse,
  type RestRequest,
  prefix,
  type Route,
  type RouteServices,
  viewerOf,
  parametersIn,
} from '../route.ts';

/** GET routes of all collections and records. */
export const readRoutes = (): Route[] => [
  ...collections.map((collection): Route => {
    const handle = (request: RestRequest, services: RouteServices) => list(collection, request, services);
    return { method: 'GET', path: collection.path, query: parametersOf(collection.list, fixedIn(collection)), handle };
  }),
  ...recordKinds.map((kind): Route => {
    const handle = (request: RestRequest, services: RouteServices) => member(kind, request, services);
    return { method: 'GET', path: recordViews[kind].path, query: [], handle };
  }),
];

/** Filter fields that the path sets. */
export const fixedIn = ({ path, narrowed }: Collection): string[] => (narrowed ? [] : parametersIn(path));

async function list(collection: Collection, request: RestRequest, services: RouteServices): Promise<RestResponse> {
  const viewer = viewerOf(request, services);
  const { shown, listRequest } = await readRequest(collection, request, services);
  const { columns } = recordViews[collection.list.kind];
  const { cursorSeal, database, logger } = services;
  const context = { ...viewer, cursorSeal, logger };
  const { records, nextCursor, ...total } = await readPage(database.prisma, shown, context, listRequest, columns);
  const cursor = nextCursor === null ? null : showCursor(collection.list, nextCursor);
  const items = await showRecords(collection.list.kind, records, viewer);
  return {
    status: 200,
    headers: cursor === null ? {} : { link: linkTo(collection, request, cursor) },
    json: { items, ...total, nextCursor: cursor },
  };
}

/** Authorizes and parses a request for a collection. The list is the part of it that the path means. */
export async function readRequest(
  { list: whole, parent, narrowed }: Collection,
  request: RestRequest,
  services: RouteServices,
): Promise<{ shown: List; listRequest: ListRequest }> {
  // Authorization precedes validation.
  visibleTo(whole, request.actor);
  const listRequest = readListRequest(whole, request.query, narrowed ? {} : request.parameters);
  if (parent) await visible(parent, request, services);
  if (narrowed) requireIn(request.actor, whole.permission, request.parameters);
  await whole.prepare?.(services.database);
  return { shown: narrowed ? narrowedTo(whole, narrowed(request.parameters)) : whole, listRequest };
}

/** Requires the permission in the organization of the path. */
function requireIn(actor: Actor, permission: Permission, { organizationId = '' }: RestRequest['parameters']): void {
  if (!mayIn(actor, permission, organizationId)) throw forbidden(permission);
}

/** The list with one more condition. */
const narrowedTo = (list: List, condition: object): List => ({
  ...list,
  where: (query) => ({ AND: [list.where(query), condition] }),
});

/** The next page with the same parameters (RFC 8288). */
export function linkTo({ path }: Pick<Route, 'path'>, { parameters, query }: RestRequest, cursor: string): string {
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  return `<${prefix}${filled}?${next.toString()}>; rel="next"`;
}

async function member(kind: RecordKind, request: RestRequest, services: RouteServices): Promise<RestResponse> {
  await listOf[kind].prepare?.(services.database);
  const row = await visible(kind, request, services);
  const json = await showRecord(kind, row, viewerOf(request, services));
  return { status: 200, headers: { etag: etagOf(json) }, json };
}

/** The record at the path. NOT_FOUND also if the caller may not read it. */
export async function visible(kind: RecordKind, request: RestRequest, services: RouteServices): Promise<Row> {
  const { parameters } = request;
  const condition = conditionOf(listOf[kind], viewerOf(request, services), {});
  for (const [name, id] of Object.entries(parameters)) {
    if (!idSchema().safeParse(id).success) throw badUserInput('Must be an id.', name);
  }
  const row = await findAt(services.database.prisma, kind, parameters, condition);
  if (!row) throw notFound(kinds[kind].label, idFieldOf(kind));
  return row;
}
