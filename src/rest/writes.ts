import { z } from 'zod';
import { Failure } from '../domain/failure.ts';
import { authorise } from '../kernel/authorization.ts';
import type { ExposedOperation, OutputShape, TypedOperation } from '../kernel/operation.ts';
import type { Execute, Executed } from '../kernel/types.ts';
import { asWritten, type Call, readCall } from './call.ts';
import { eventsOf } from './events.ts';
import { dryRunParameter } from './query.ts';
import { etagOf, findRow, pathOfRecord, rowAtHand, showRecord } from './records.ts';
import type { Viewer } from './viewer.ts';
import { idFieldOf, kindOfType, type RecordKind } from '../vocabulary/kinds.ts';
import { type Answer, type Asked, prefix, type Route, type RouteServices, viewerOf } from './route.ts';

/** What an operation's success looks like: it follows from its declarations. */
export interface Success {
  status: 200 | 201 | 204;
  /** The record that is answered with; undefined when there is none. */
  record: { field: string; kind: RecordKind } | undefined;
  /** Other fields of the output, shown beside the record's own: a new secret. */
  beside: string[];
}

/** Creates: a POST whose record is not one that its input names. Deletes: a DELETE that leaves no record to show. */
export function successOf({ output, input, route }: ExposedOperation): Success {
  const records: { field: string; kind: RecordKind }[] = [];
  const beside: string[] = [];
  for (const [field, out] of Object.entries(output)) {
    if (out instanceof z.ZodType) beside.push(field);
    else records.push({ field, kind: kindOfType(out.entity) });
  }
  const isNew = ({ kind }: { kind: RecordKind }) => !(idFieldOf(kind) in (input as z.ZodObject).shape);
  const created = route.method === 'POST' ? records.find(isNew) : undefined;
  if (created) return { status: 201, record: created, beside };
  if (route.method === 'DELETE' && !records.length) return { status: 204, record: undefined, beside: [] };
  return { status: 200, record: records[0], beside };
}

/** One route per operation. */
export const writeRoutes = (operations: readonly ExposedOperation[]): Route[] =>
  operations.map((operation) => {
    const success = successOf(operation);
    return {
      ...operation.route,
      query: [dryRunParameter],
      answer: (asked, services) => write(operation, success, asked, services),
    };
  });

async function write(
  operation: ExposedOperation,
  success: Success,
  asked: Asked,
  services: RouteServices,
): Promise<Answer> {
  // Before anything else of the request is looked at: who may not do it learns nothing of how it is done.
  authorise(operation, asked.actor);
  const call = readCall(operation, asked);
  if (call.isDryRun) return dryRun(operation, success, { asked, call }, services);
  const done = await run(operation, { asked, call }, services.execute);
  return answerOf(success, done, viewerOf(asked, services));
}

interface Given {
  asked: Asked;
  call: Call;
}
type Output = Record<string, unknown>;

async function run(operation: ExposedOperation, { asked, call }: Given, execute: Execute): Promise<Executed<Output>> {
  const origin = { channel: 'rest', requestId: asked.requestId } as const;
  const typed = operation as TypedOperation<z.ZodType, OutputShape>;
  try {
    return await execute(typed, asked.actor, call.input, origin, call.options);
  } catch (error) {
    throw asWritten(error);
  }
}

/** The result and the events, read before the change is rolled back. */
const dryRun = (
  operation: ExposedOperation,
  success: Success,
  given: Given,
  services: RouteServices,
): Promise<Answer> =>
  services.dryRun(async (inside) => {
    const done = await run(operation, given, inside.execute);
    const { json = null } = await answerOf(success, done, viewerOf(given.asked, services, inside.tx));
    return { status: 200, json: { result: json, events: await eventsOf(inside.tx, done.eventIds) } };
  });

async function answerOf(
  { status, record, beside }: Success,
  { output, rows }: Executed<Output>,
  viewer: Viewer,
): Promise<Answer> {
  const more = Object.fromEntries(beside.map((field) => [field, output[field]]));
  if (!record) return status === 204 ? { status } : { status, json: more };
  const id = String(output[record.field]);
  const row = rowAtHand(record.kind, rows.get(id)) ?? (await findRow(viewer.prisma, record.kind, id));
  // Between the change and this look at it, or before the call was repeated with its key.
  if (!row) throw new Failure('NOT_FOUND', 'It was done, but what it changed has been deleted since.');
  const location = status === 201 && { location: prefix + pathOfRecord(record.kind, row) };
  return {
    status,
    headers: { ...etagOf(row), ...location },
    json: { ...(await showRecord(record.kind, row, viewer)), ...more },
  };
}
