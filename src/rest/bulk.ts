import { authorise } from '../kernel/authorization.ts';
import type { BulkOperation } from '../kernel/bulk-operation.ts';
import { logFaults } from '../kernel/execute-bulk.ts';
import type { BulkExecuted, ExecuteBulk, Refusal } from '../kernel/types.ts';
import { asWritten, type Call, readCall } from './call.ts';
import { eventsOf } from './events.ts';
import { dryRunParameter } from './query.ts';
import { findRows, showRecords } from './records.ts';
import type { Viewer } from './viewer.ts';
import { type Answer, type Asked, type Route, type RouteServices, viewerOf } from './route.ts';
import { type Success, successOf } from './writes.ts';

/** One route per operation that is done for many items in one call. */
export const bulkRoutes = (bulkOperations: readonly BulkOperation[]): Route[] =>
  bulkOperations.map((bulk) => {
    const success = successOf(bulk.operation);
    return {
      ...bulk.route,
      query: [dryRunParameter],
      answer: (asked, services) => write(bulk, success, asked, services),
    };
  });

async function write(bulk: BulkOperation, success: Success, asked: Asked, services: RouteServices): Promise<Answer> {
  authorise(bulk.operation, asked.actor);
  const call = readCall({ ...bulk, subject: undefined }, asked);
  if (!call.isDryRun) {
    const executed = await run(bulk, { asked, call }, services.executeBulk);
    logFaults(executed, asked.requestId, services.logger);
    // What was done is told also when it can no longer be looked at.
    const shown = await records(success, executed, viewerOf(asked, services)).catch((err: unknown) => {
      services.logger.error({ err, requestId: asked.requestId }, 'the results of a bulk operation could not be read');
      return new Map<string, object>();
    });
    return { status: 200, json: show(success, executed, shown) };
  }
  return services.dryRun(async (inside) => {
    const executed = await run(bulk, { asked, call }, inside.executeBulk);
    logFaults(executed, asked.requestId, services.logger);
    const shown = await records(success, executed, viewerOf(asked, services, inside.tx));
    return {
      status: 200,
      json: { result: show(success, executed, shown), events: await eventsOf(inside.tx, executed.eventIds) },
    };
  });
}

async function run(
  bulk: BulkOperation,
  { asked, call }: { asked: Asked; call: Call },
  executeBulk: ExecuteBulk,
): Promise<BulkExecuted> {
  try {
    return await executeBulk(
      bulk,
      asked.actor,
      call.input,
      { channel: 'rest', requestId: asked.requestId },
      call.options,
    );
  } catch (error) {
    throw asWritten(error);
  }
}

/** What became of each item: what the operation would answer for it alone, or why it was refused. */
function show(success: Success, { results }: BulkExecuted, shown: ReadonlyMap<string, object>) {
  const { record, beside } = success;
  const resultOf = (output: Record<string, unknown>) => {
    const more = Object.fromEntries(beside.map((field) => [field, output[field]]));
    // Null also when it has been deleted since, or could not be read.
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

/** The records that were left, by their ids. */
async function records({ record }: Success, { results }: BulkExecuted, viewer: Viewer): Promise<Map<string, object>> {
  if (!record) return new Map();
  const { field, kind } = record;
  const ids = results.flatMap(({ output }) => (output ? [String(output[field])] : []));
  const rows = await findRows(viewer.prisma, kind, ids);
  const shown = await showRecords(kind, rows, viewer);
  return new Map(rows.map(({ id }, index) => [id, shown[index] ?? {}]));
}
