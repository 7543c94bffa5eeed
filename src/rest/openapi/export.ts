import type { Collection } from '../reads/collections.ts';
import { columnsOf, headerOf, rowOf } from '../csv.ts';
import { exportPrefix, formats, recordCount } from '../reads/export.ts';
import { toLines } from '../ndjson.ts';
import { publishedShape } from '../reads/record-views.ts';
import { failuresWith } from './errors.ts';
import { exampleRecord } from './examples.ts';
import { tagOf } from './parts.ts';
import {
  filterParameters,
  inQuery,
  nameOf,
  pathParameters,
  permissionTexts,
  requiredFor,
  securityOf,
} from './reads.ts';
import type { Schemas } from './schemas.ts';

export const exportTag = { name: tagOf(exportPrefix), description: 'Whole lists as a stream.' };

const format = inQuery('format', 'Format of the response. If omitted, that of the header `Accept`, or NDJSON.', {
  type: 'string',
  enum: Object.keys(formats),
});

/** The OpenAPI description of the export of a collection. */
export function describeExport(collection: Collection, schemas: Schemas) {
  const { path, list, parent, summary = list.summary } = collection;
  const required = requiredFor(collection);
  const example = exampleRecord(list.kind);
  return {
    operationId: nameOf(collection).replace(/^list/, 'export'),
    tags: [exportTag.name],
    summary: `Export all records of \`GET ${path}\`. ${summary}`,
    description: `${meaning}\n\n${permissionTexts(required)}`,
    security: securityOf(required),
    parameters: [...pathParameters(path), format, ...filterParameters(collection, schemas)],
    responses: {
      200: {
        description: `A stream. A trailer field \`${recordCount}\` has the number of records.`,
        content: {
          [formats.ndjson]: { schema: { type: 'string' }, example: toLines(example, { done: true, count: 1 }) },
          [formats.csv]: { schema: { type: 'string' }, example: csvOf(collection, example) },
        },
      },
      ...failuresWith([401, 403, ...(parent ? [404] : []), 422, 500, 503]),
    },
  };
}

const meaning = [
  'Records are in their default order, each once. Those that are created, changed or deleted meanwhile may be in it or not.',
  'NDJSON has a record on each line, as in the list, and a last line with `done` and the `count`. A line with `failure` means that it is incomplete. Without either, the connection was lost.',
  'CSV (RFC 4180) has a column for each field, and a quotation mark before text that a spreadsheet would take for a formula. If the export fails, the connection is reset before the end of the body, which clients report as an error.',
].join('\n\n');

function csvOf({ list }: Collection, record: object): string {
  const columns = columnsOf(publishedShape(list.kind));
  return headerOf(columns) + rowOf(columns, record);
}
