import { authorise } from '../kernel/authorization.ts';
import type { BulkOperation } from '../kernel/bulk-operation.ts';
import { logFaults } from '../kernel/execute-bulk.ts';
import type { BulkExecuted, ExecuteBulk, Refusal } from '../kernel/types.ts';
import { withHeaderNames, type Call, readCall } from './call.ts';
import { eventsOf } from './events.ts';
import { dryRunParameter } from './query.ts';
import { findRows, showRecords } from './records.ts';
import type { Viewer } from './viewer.ts';
import { type RestResponse, type RestRequest, type Route, type RouteServices, viewerOf } from './route.ts';
import { type Success, successOf } from './writes.ts';

/** One route per bulk operation. */
export const bulkRoutes = (bulkOperations: readonly BulkOperation[]): Route[] =>
  bulkOperations.map((bulk) => {
    const success = successOf(bulk.operation);
    return {
      ...bulk.route,
      query: [dryRunParameter],
      handle: (request, services) => write(bulk, success, request, services),
    };
  });

async function write(
  bulk: BulkOperation,
  success: Success,
  request: RestRequest,
  services: RouteServices,
): Promise<RestResponse> {
  authorise(bulk.operation, request.actor);
  const call = readCall({ ...bulk, subject: undefined }, request);
  if (!call.isDryRun) {
    const executed = await run(bulk, { request, call }, services.executeBulk);
    logFaults(executed, request.requestId, services.logger);
    // The changes are committed, so the response reports them even if their records cannot be read.
    const shown = await records(success, executed, viewerOf(request, services)).catch((err: unknown) => {
      services.logger.error({ err, requestId: request.requestId }, 'bulk operation: results could not be read');
      return new Map<string, object>();
    });
    return { status: 200, json: resultsOf(success, executed, shown) };
  }
  return services.dryRun(async (inside) => {
    const executed = await run(bulk, { request, call }, inside.executeBulk);
    logFaults(executed, request.requestId, services.logger);
    const shown = await records(success, executed, viewerOf(request, services, inside.tx));
    return {
      status: 200,
      json: { result: resultsOf(success, executed, shown), events: await eventsOf(inside.tx, executed.eventIds) },
    };
  });
}

async function run(
  bulk: BulkOperation,
  { request, call }: { request: RestRequest; call: Call },
  executeBulk: ExecuteBulk,
): Promise<BulkExecuted> {
  try {
    return await executeBulk(
      bulk,
      request.actor,
      call.input,
      { channel: 'rest', requestId: request.requestId },
      call.options,
    );
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
    const found = record ? shown.get(String(output[record.field])) : more;
    return found ? { ...found, ...more } : null;
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
  detail: message,
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
