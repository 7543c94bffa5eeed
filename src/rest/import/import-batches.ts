import type { RequestIds } from '../../domain/trace-context.ts';
import { Failure } from '../../domain/failure.ts';
import type { CurrentActor } from '../../kernel/actor.ts';
import type { BulkOperation } from '../../kernel/bulk-operation.ts';
import { logFaults } from '../../http/request-log.ts';
import type { ExecuteBulk, Kernel, Refusal } from '../../kernel/types.ts';
import { giveWay } from '../../platform/admission/token-requests.ts';
import type { Logger } from '../../platform/logger.ts';
import type { CreateUsers, UserOfLine } from './import-dry-run.ts';
import { type Line, readLine } from '../ndjson.ts';

export interface BatchServices extends RequestIds {
  executeBulk: ExecuteBulk;
  dryRun: Kernel['dryRun'];
  logger: Logger;
  /** Identifies the import: a line whose user it has created is not created again. */
  idempotencyKey?: string | undefined;
}

/** Creates the users of a batch in one transaction or, if one of them is refused, one by one. */
export function createBatches(
  createUsers: BulkOperation,
  { logger, requestId, traceId, idempotencyKey, ...kernel }: BatchServices,
  { isDryRun = false } = {},
): CreateUsers {
  const executeBulk = isDryRun ? inDryRun(kernel.dryRun) : kernel.executeBulk;
  const create = async (users: readonly UserOfLine[], caller: CurrentActor, mode: 'ALL' | 'EACH') => {
    const items = users.map(({ user }) => user);
    const itemKeys = users.map(({ line }) => keyOfLine(idempotencyKey, line));
    // Batches wait in turn with other bulk operations, without timeout: only the number of imports is limited.
    const executed = await executeBulk(
      createUsers,
      caller,
      { items, mode },
      { channel: 'rest', requestId, traceId },
      { queueTimeout: Infinity, itemKeys },
    );
    logFaults(logger, 'rest', executed.results, { requestId, traceId });
    return executed.results;
  };
  return async (users, caller) => {
    try {
      return await create(users, caller, 'ALL');
    } catch (error) {
      if (error instanceof Failure) return create(users, caller, 'EACH');
      throw error;
    }
  };
}

const keyOfLine = (key: string | undefined, line: number | null): string | undefined =>
  key === undefined || line === null ? undefined : `${key}/${line}`;

/** Each batch runs in its own transaction, which is rolled back. */
const inDryRun =
  (dryRun: Kernel['dryRun']): ExecuteBulk =>
  (bulk, caller, ...call) =>
    dryRun(caller, ({ actor, executeBulk }) => executeBulk(bulk, actor, ...call), Infinity);

/** A refused line and the reason. */
interface RefusedLine {
  line: number;
  failure: { code: Refusal['code']; message: string; problems: Refusal['problems']; reference?: string };
}

const refused = (line: number, { code, message, problems, reference }: Refusal): RefusedLine => ({
  line,
  failure: { code, message, problems, ...(reference !== undefined && { reference }) },
});

/** Creates the users of a batch. Returns the refused lines in order. */
export async function runBatch(
  create: CreateUsers,
  batch: readonly Line[],
  caller: CurrentActor,
): Promise<RefusedLine[]> {
  const refusals: RefusedLine[] = [];
  const users: UserOfLine[] = [];
  for (const line of batch) {
    await giveWay();
    try {
      users.push({ line: line.line, user: readLine(line) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refusals.push(refused(line.line, error));
    }
  }
  const results = users.length ? await create(users, caller) : [];
  for (const { index, failure } of results) {
    if (failure) refusals.push(refused(users[index]?.line ?? 0, failure));
  }
  return refusals.sort((one, other) => one.line - other.line);
}
