import { parseAccept } from 'hono/utils/accept';
import { badUserInput } from '../../domain/failure.ts';
import { callerOf } from '../../kernel/actor.ts';
import { conditionOf } from '../../reads/page.ts';
import { type PageOfAll, readAllPages } from '../../reads/all-pages.ts';
import type { RecordKind } from '../../vocabulary/kinds.ts';
import { type Collection, collections } from './collections.ts';
import { columnsOf, headerOf, rowOf } from '../csv.ts';
import { failureResponse } from '../failures.ts';
import { filtersOf } from './list-request.ts';
import { ndjsonType, toLines } from '../ndjson.ts';
import { fixedIn, readRequest } from './reads.ts';
import { publishedShape, recordViews, showRecords } from './record-views.ts';
import type { Viewer } from './viewer.ts';
import { type RestResponse, type RestRequest, type Route, type RouteServices, viewerOf } from '../route.ts';

/** Path prefix of exports, below that of the API. */
export const exportPrefix = '/export';

/** The collections that can be exported. */
export const exported: readonly Collection[] = collections.filter(({ isExported }) => isExported);

export const formats = { ndjson: ndjsonType, csv: 'text/csv' } as const;
type Format = keyof typeof formats;
const contentType = { ...formats, csv: 'text/csv; charset=utf-8; header=present' };

/** The trailer field with the number of exported records. */
export const recordCount = 'x-record-count';

export const exportRoutes = (): Route[] =>
  exported.map((collection) => ({
    method: 'GET',
    path: exportPrefix + collection.path,
    query: ['format', 'search', ...filtersOf(collection.list, fixedIn(collection))],
    handle: (request, services) => handle(collection, request, services),
  }));

async function handle(collection: Collection, request: RestRequest, services: RouteServices): Promise<RestResponse> {
  const { shown, listRequest } = await readRequest(collection, request, services);
  // Refuses the request before the response begins.
  conditionOf(shown, viewerOf(request, services), listRequest);
  const format = formatOf(request);
  const { kind } = shown;
  const currentViewer = async () => viewerOf({ actor: await request.authenticate() }, services);
  const { database, logger } = services;
  const exportRequest = { ...listRequest, logger };
  const pages = readAllPages(database.prisma, shown, currentViewer, exportRequest, recordViews[kind].columns);
  let count = 0;
  const counted = shownPages(kind, pages, (records) => (count += records));
  const fail = (error: unknown) => failureResponse(error, { ...services, ...request }).json;
  return {
    status: 200,
    headers: { 'content-type': contentType[format] },
    stream: {
      caller: callerOf(request.actor),
      chunks: format === 'csv' ? csv(counted, collection, fail) : ndjson(counted, () => count, fail),
      trailer: { name: recordCount, value: () => String(count) },
    },
  };
}

/** The records of each page, as their reader sees them. */
async function* shownPages(
  kind: RecordKind,
  pages: AsyncIterable<PageOfAll<Viewer>>,
  count: (records: number) => void,
): AsyncGenerator<object[]> {
  for await (const { rows, context } of pages) {
    yield await showRecords(kind, rows, context);
    count(rows.length);
  }
}

/** `format`, or what the client prefers. */
function formatOf({ query, headers }: RestRequest): Format {
  const [first, second] = query.getAll('format');
  if (second !== undefined) throw badUserInput('Must be given only once.', 'format');
  if (first === undefined) {
    const accepted = parseAccept(headers.accept ?? '');
    const quality = (format: Format) => accepted.find(({ type }) => type.toLowerCase() === formats[format])?.q ?? 0;
    return quality('csv') > quality('ndjson') ? 'csv' : 'ndjson';
  }
  if (!Object.hasOwn(formats, first)) throw badUserInput('Must be ndjson or csv.', 'format');
  return first as Format;
}

/** Makes the body of the response to an error; logs unexpected ones. */
type Fail = (error: unknown) => { code: string; detail?: string; reference?: string };

/** One record per line, then a line with the count or the reason of the failure. */
async function* ndjson(pages: AsyncIterable<object[]>, counted: () => number, fail: Fail): AsyncGenerator<string> {
  try {
    for await (const records of pages) yield toLines(...records);
    yield toLines({ done: true, count: counted() });
  } catch (error) {
    const { code, detail: message, reference } = fail(error);
    yield toLines({ failure: { code, message, reference } });
  }
}

/** CSV has no place for an error: the connection is reset before the end of the body, which every client reports. */
async function* csv(pages: AsyncIterable<object[]>, { list }: Collection, fail: Fail): AsyncGenerator<string> {
  const columns = columnsOf(publishedShape(list.kind));
  yield headerOf(columns);
  try {
    for await (const records of pages) yield records.map((record) => rowOf(columns, record)).join('');
  } catch (error) {
    fail(error);
    throw error;
  }
}
