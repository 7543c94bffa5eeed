import { requestIdsIn } from '../domain/trace-context.ts';
import { z } from 'zod';
import { Failure } from '../domain/failure.ts';
import { authorize } from '../kernel/authorization.ts';
import type { ExposedOperation, OutputShape, PublicOperation, TypedOperation } from '../kernel/operation.ts';
import type { Execute, Executed } from '../kernel/types.ts';
import { withHeaderNames, type Call, readCall } from './call.ts';
import { eventsOf } from './reads/events.ts';
import { etagOf } from '../http/entity-tags.ts';
import { findRow, pathOfRecord, rowAtHand, showRecord } from './reads/record-views.ts';
import type { Viewer } from './reads/viewer.ts';
import { idFieldOf, kindOfType, type RecordKind } from '../vocabulary/kinds.ts';
import {
  dryRunPrefix,
  type RestResponse,
  type RestRequest,
  prefix,
  type Route,
  type RouteServices,
  viewerOf,
} from './route.ts';

/** The success response of an operation, derived from its declaration. */
export interface Success {
  status: 200 | 201 | 204;
  /** The record in the response, if any. */
  record: { field: string; kind: RecordKind } | undefined;
  /** Other fields of the output, such as a new secret, which are added to the record's. */
  extraFields: string[];
}

/** 201 for a POST whose record is not in its input, 204 for a DELETE without a record. */
export function successOf({ output, input, route }: ExposedOperation): Success {
  const records: { field: string; kind: RecordKind }[] = [];
  const extraFields: string[] = [];
  for (const [field, out] of Object.entries(output)) {
    if (out instanceof z.ZodType) extraFields.push(field);
    else records.push({ field, kind: kindOfType(out.entity) });
  }
  const isNew = ({ kind }: { kind: RecordKind }) => !(idFieldOf(kind) in (input as z.ZodObject).shape);
  const created = route.method === 'POST' ? records.find(isNew) : undefined;
  if (created) return { status: 201, record: created, extraFields };
  if (route.method === 'DELETE' && !records.length) return { status: 204, record: undefined, extraFields: [] };
  return { status: 200, record: records[0], extraFields };
}

/** Two routes per operation: one makes the change, and one is its dry run. */
export const writeRoutes = (operations: readonly ExposedOperation[]): Route[] =>
  operations.flatMap((operation) => {
    const success = successOf(operation);
    const requested = (request: RestRequest): RequestedCall => ({ request, call: callOf(operation, request) });
    return withDryRun(operation.route, {
      handle: (request, services) => write(operation, success, requested(request), services),
      dryRun: (request, services) => dryRun(operation, success, requested(request), services),
    });
  });

/** A route, and the one of its dry run. */
export const withDryRun = (
  { method, path }: ExposedOperation['route'],
  { handle, dryRun }: { handle: Route['handle']; dryRun: Route['handle'] },
): Route[] => [
  { method, path, query: [], handle },
  { method, path: dryRunPrefix + path, query: [], handle: dryRun },
];

/** Authorization precedes validation. */
export function callOf(operation: PublicOperation, request: RestRequest): Call {
  authorize(operation, request.actor);
  return readCall(operation, request);
}

async function write(
  operation: ExposedOperation,
  success: Success,
  call: RequestedCall,
  services: RouteServices,
): Promise<RestResponse> {
  const outcome = await run(operation, call, services.execute, call.request.currentActor);
  return responseOf(success, outcome, viewerOf(call.request, services));
}

/** A call, and the request that it was read from. */
export interface RequestedCall {
  request: RestRequest;
  call: Call;
}
type Output = Record<string, unknown>;

export async function run<Caller>(
  operation: PublicOperation,
  { request, call }: RequestedCall,
  execute: Execute<Caller>,
  caller: Caller,
): Promise<Executed<Output>> {
  const origin = { channel: 'rest', ...requestIdsIn(request) } as const;
  const typed = operation as TypedOperation<z.ZodType, OutputShape>;
  try {
    return await execute(typed, caller, call.input, origin, call.options);
  } catch (error) {
    throw withHeaderNames(error);
  }
}

/** Marks the repeated result of a request with an idempotency key. */
export const replayHeader = (isReplay: boolean): Record<string, string> =>
  isReplay ? { 'idempotent-replayed': 'true' } : {};

/** Reads the result and the events before the change is rolled back. */
const dryRun = (
  operation: ExposedOperation,
  success: Success,
  call: RequestedCall,
  services: RouteServices,
): Promise<RestResponse> =>
  services.dryRun(call.request.currentActor, async (inside) => {
    const outcome = await run(operation, call, inside.execute, inside.actor);
    const { json = null } = await responseOf(success, outcome, viewerOf(inside, services, inside.tx));
    return { status: 200, json: { result: json, events: await eventsOf(inside.tx, outcome.eventIds) } };
  });

async function responseOf(
  { status, record, extraFields }: Success,
  { output, rows, isReplay }: Executed<Output>,
  viewer: Viewer,
): Promise<RestResponse> {
  const more = Object.fromEntries(extraFields.map((field) => [field, output[field]]));
  const replayed = replayHeader(isReplay);
  if (!record) {
    const versioned = 'version' in more && { etag: etagOf(more) };
    return status === 204 ? { status } : { status, headers: { ...versioned, ...replayed }, json: more };
  }
  const id = String(output[record.field]);
  const row = rowAtHand(record.kind, rows.get(id)) ?? (await findRow(viewer.prisma, record.kind, id));
  // It was deleted after the change, or before the request was repeated with its idempotency key.
  if (!row) throw new Failure('NOT_FOUND', 'The change was made, but the record has been deleted since.');
  const shown = await showRecord(record.kind, row, viewer);
  const location = status === 201 && { location: prefix + pathOfRecord(record.kind, row) };
  return {
    status,
    headers: { etag: etagOf(shown), ...location, ...replayed },
    json: { ...shown, ...more },
  };
}
