import { requestIdsIn } from '../domain/trace-context.ts';
import { authorize } from '../kernel/authorization.ts';
import type { BulkOperation } from '../kernel/bulk-operation.ts';
import { logFailure, logFaults } from '../http/request-log.ts';
import type { BulkExecuted, ExecuteBulk, Refusal } from '../kernel/types.ts';
import { withHeaderNames, type Call, readCall } from './call.ts';
import { eventsOf } from './reads/events.ts';
import { findRows, showRecords } from './reads/record-views.ts';
import type { Viewer } from './reads/viewer.ts';
import { type RestResponse, type RestRequest, type Route, type RouteServices, viewerOf } from './route.ts';
import { replayHeader, type RequestedCall, type Success, successOf, withDryRun } from './writes.ts';

/** Two routes per bulk operation: one makes the changes, and one is its dry run. */
export const bulkRoutes = (bulkOperations: readonly BulkOperation[]): Route[] =>
  bulkOperations.flatMap((bulk) => {
    const success = successOf(bulk.operation);
    const requested = (request: RestRequest): RequestedCall => ({ request, call: callOf(bulk, request) });
    return withDryRun(bulk.route, {
      handle: (request, services) => write(bulk, success, requested(request), services),
      dryRun: (request, services) => dryRun(bulk, success, requested(request), services),
    });
  });

function callOf(bulk: BulkOperation, request: RestRequest): Call {
  authorize(bulk.operation, request.actor);
  return readCall({ ...bulk, record: undefined }, request);
}

async function write(
  bulk: BulkOperation,
  success: Success,
  { request, call }: RequestedCall,
  services: RouteServices,
): Promise<RestResponse> {
  const executed = await run(bulk, { request, call }, services.executeBulk, request.currentActor);
  logFaults(services.logger, 'rest', executed.results, requestIdsIn(request));
  // The changes are committed, so the response reports them even if their records cannot be read.
  const shown = await records(success, executed, viewerOf(request, services)).catch((err: unknown) => {
    logFailure(services.logger, 'rest', err, requestIdsIn(request));
    return new Map<string, object>();
  });
  return { status: 200, headers: replayHeader(executed.isReplay), json: resultsOf(success, executed, shown) };
}

/** Reads the results and the events before the changes are rolled back. */
const dryRun = (
  bulk: BulkOperation,
  success: Success,
  { request, call }: RequestedCall,
  services: RouteServices,
): Promise<RestResponse> =>
  services.dryRun(request.currentActor, async (inside) => {
    const executed = await run(bulk, { request, call }, inside.executeBulk, inside.actor);
    logFaults(services.logger, 'rest', executed.results, requestIdsIn(request));
    const shown = await records(success, executed, viewerOf(inside, services, inside.tx));
    const result = resultsOf(success, executed, shown);
    return { status: 200, json: { result, events: await eventsOf(inside.tx, executed.eventIds) } };
  });

async function run<Caller>(
  bulk: BulkOperation,
  { request, call }: RequestedCall,
  executeBulk: ExecuteBulk<Caller>,
  caller: Caller,
): Promise<BulkExecuted> {
  try {
    return await executeBulk(bulk, caller, call.input, { channel: 'rest', ...requestIdsIn(request) }, call.options);
  } catch (error) {
    throw withHeaderNames(error);
  }
}

/** The result of each item: what the operation returns for it, or why it failed. */
function resultsOf(success: Success, { results }: BulkExecuted, shown: ReadonlyMap<string, object>) {
  const { record, extraFields } = success;
  const resultOf = (output: Record<string, unknown>) => {
    const more = Object.fromEntries(extraFields.map((field) => [field, output[field]]));
    // Also null if it has been deleted since, or could not be read.
    const shownRecord = record ? shown.get(String(output[record.field])) : more;
    return shownRecord ? { ...shownRecord, ...more } : null;
  };
  const failed = results.filter(({ failure }) => failure).length;
  return {
    results: results.map(({ index, output, failure }) => ({
      index,
      result: output && success.status !== 204 ? resultOf(output) : null,
      failure: failure && showFailure(failure),
    })),
    succeeded: results.length - failed,
    failed,
  };
}

const showFailure = ({ code, message, problems, reference }: Refusal) => ({
  code,
  message,
  problems,
  ...(reference !== undefined && { reference }),
});

/** The records after the call, by id. */
async function records({ record }: Success, { results }: BulkExecuted, viewer: Viewer): Promise<Map<string, object>> {
  if (!record) return new Map();
  const { field, kind } = record;
  const ids = results.flatMap(({ output }) => (output ? [String(output[field])] : []));
  const rows = await findRows(viewer.prisma, kind, ids);
  const shown = await showRecords(kind, rows, viewer);
  return new Map(rows.map(({ id }, index) => [id, shown[index] ?? {}]));
}
