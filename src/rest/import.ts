import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { Failure } from '../domain/failure.ts';
import { exemptFromRequestTimeout } from '../http/body.ts';
import type { Actor } from '../kernel/actor.ts';
import { authorise } from '../kernel/authorization.ts';
import type { BulkOperation } from '../kernel/bulk-operation.ts';
import { logFaults } from '../kernel/execute-bulk.ts';
import type { ExecuteBulk, Kernel, Refusal } from '../kernel/types.ts';
import type { RunLimited } from '../kernel/concurrency-limit.ts';
import { bulkOperations } from '../operations/index.ts';
import type { Logger } from '../platform/logger.ts';
import { HttpFailure } from './failures.ts';
import { asOneImport, type CreateUsers } from './import-dry-run.ts';
import { type Line, linesOf, readLine } from './ndjson.ts';
import { dryRunParameter, readDryRun, readQuery, splitUrl } from './query.ts';

/** The route of the import. */
export const importRoute = { method: 'POST', path: '/users/import' } as const;
const ndjson = 'application/x-ndjson';

/** The bulk operation that creates the users. */
export const importOperation = 'createUsers';

/** Query parameters. */
const importQuery = [dryRunParameter];

/** Lines per transaction. */
const batchSize = 100;
/** Lines between progress reports. */
const progressEvery = 500;
/** Bytes that are buffered: an import of tens of thousands of users is received long before it is finished. */
const readAhead = 32 * 1024 * 1024;

/** What an import needs. */
export interface Import {
  actor: Actor;
  requestId: string;
  executeBulk: ExecuteBulk;
  dryRun: Kernel['dryRun'];
  logger: Logger;
  /** Limits how many imports run at a time. */
  runLimited: RunLimited;
  /** Minimum upload rate; for tests. */
  uploadRate?: UploadRate | undefined;
}

/** The minimum upload rate while the import waits for data: bytes per interval in milliseconds. */
export interface UploadRate {
  bytes: number;
  interval: number;
}
const minUploadRate: UploadRate = { bytes: 4096, interval: 30_000 };

/** Progress in lines. */
interface Totals {
  read: number;
  created: number;
  failed: number;
  dryRun?: true;
}

/**
 * POST /users/import: one user per line, as the input of createUser. The response is streamed: a line for each refused
 * user (`{line, failure}`), a progress line every 500 (`{read, created, failed}`) and a last one with `done: true`. A
 * hundred users are one transaction; if one of them is refused, they are created one by one. The import ends after the
 * current batch if the client disconnects or its upload stalls; the total duration is not limited. With `dryRun=true`
 * the response is the same, with `dryRun: true` in the totals, and nothing is stored. Throws `Failure` if the whole
 * request is refused, before the response begins.
 */
export async function importUsers(request: IncomingMessage, response: ServerResponse, work: Import): Promise<void> {
  const createUsers = bulkOperations.find(({ name }) => name === importOperation);
  if (!createUsers) throw new Error('the import has no bulk operation');
  authorise(createUsers.operation, work.actor);
  const isDryRun = readDryRun(readQuery(splitUrl(request.url)[1], importQuery));
  if (request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== ndjson) {
    throw new HttpFailure(415, `The content type must be ${ndjson}.`, { headers: { accept: ndjson } });
  }
  await work.runLimited(() =>
    receive(request, response, isDryRun ? dryRun(createUsers, work) : realRun(createUsers, work), work),
  );
}

async function receive(request: IncomingMessage, response: ServerResponse, run: Run, work: Import): Promise<void> {
  // The client disconnected while the import was queued.
  if (request.destroyed) return;
  exemptFromRequestTimeout(request);
  response.writeHead(200, { 'content-type': ndjson, 'cache-control': 'no-store' });
  response.flushHeaders();
  try {
    await stream(request, response, run, work);
  } catch (err) {
    if (!request.complete && request.destroyed) return;
    await send(response, { failure: failureOf(err, work) });
    // Does not wait for the rest of the upload.
    response.once('finish', () => request.destroy());
  }
  response.end();
}

interface Run {
  totals: Totals;
  create: CreateUsers;
}

const realRun = (createUsers: BulkOperation, work: Import): Run => ({
  totals: { read: 0, created: 0, failed: 0 },
  create: createBatch(createUsers, work.executeBulk, work),
});

const dryRun = (createUsers: BulkOperation, work: Import): Run => ({
  totals: { read: 0, created: 0, failed: 0, dryRun: true },
  create: asOneImport(createBatch(createUsers, inDryRun(work.dryRun), work)),
});

/** Why the import ended early. */
function failureOf(err: unknown, { logger, requestId }: Import): object {
  if (err instanceof Failure) return { code: err.code, detail: err.message };
  logger.error({ err, requestId }, 'import: failed');
  return { code: 'INTERNAL_SERVER_ERROR', reference: requestId };
}

async function stream(
  request: IncomingMessage,
  response: ServerResponse,
  { totals, create }: Run,
  work: Import,
): Promise<void> {
  const source = request.pipe(new PassThrough({ highWaterMark: readAhead }));
  // A client that disconnects closes the request without ending it.
  request.once('close', () => request.complete || source.destroy());
  using _watch = watchProgress(request, source, work.uploadRate ?? minUploadRate);
  for await (const batch of batches(linesOf(source))) {
    if (response.destroyed) return;
    const refusals = await runBatch(create, batch);
    const before = totals.read;
    totals.read += batch.length;
    totals.failed += refusals.length;
    totals.created += batch.length - refusals.length;
    for (const refusal of refusals) await send(response, refusal);
    if (Math.floor(totals.read / progressEvery) > Math.floor(before / progressEvery)) await send(response, totals);
  }
  await send(response, { ...totals, done: true });
}

/** Ends an import whose upload stalls while it waits for data. */
function watchProgress(request: IncomingMessage, source: PassThrough, { bytes, interval }: UploadRate): Disposable {
  let before = request.socket.bytesRead;
  let wasPaused = false;
  source.on('drain', () => {
    wasPaused = true;
  });
  const check = () => {
    const sent = request.socket.bytesRead - before;
    const isWaiting = !request.complete && source.readableLength === 0 && !wasPaused;
    before += sent;
    wasPaused = false;
    if (isWaiting && sent < bytes) source.destroy(new HttpFailure(408, 'The upload stalled.'));
  };
  const timer = setInterval(check, interval);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

async function* batches(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let batch: Line[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}

/** A refused line and the reason. */
interface RefusedLine {
  line: number;
  failure: { code: Refusal['code']; detail: string; problems: Refusal['problems']; reference?: string };
}

const refused = (line: number, { code, message, problems, reference }: Refusal): RefusedLine => ({
  line,
  failure: { code, detail: message, problems, ...(reference !== undefined && { reference }) },
});

/** Creates the users of a batch. Returns the refused lines in order. */
async function runBatch(create: CreateUsers, batch: readonly Line[]): Promise<RefusedLine[]> {
  const refusals: RefusedLine[] = [];
  const users: { line: number; item: unknown }[] = [];
  for (const line of batch) {
    try {
      users.push({ line: line.line, item: readLine(line) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refusals.push(refused(line.line, error));
    }
  }
  const results = users.length ? await create(users.map(({ item }) => item)) : [];
  for (const { index, failure } of results) {
    if (failure) refusals.push(refused(users[index]?.line ?? 0, failure));
  }
  return refusals.sort((one, other) => one.line - other.line);
}

function createBatch(createUsers: BulkOperation, executeBulk: ExecuteBulk, work: Import): CreateUsers {
  const { actor, requestId, logger } = work;
  const create = async (items: readonly unknown[], mode: 'ALL' | 'EACH') => {
    // Batches wait in turn with other bulk operations, without timeout: only the number of imports is limited.
    const executed = await executeBulk(
      createUsers,
      actor,
      { items, mode },
      { channel: 'rest', requestId },
      { queueTimeout: Infinity },
    );
    logFaults(executed, requestId, logger);
    return executed.results;
  };
  return async (items) => {
    try {
      return await create(items, 'ALL');
    } catch (error) {
      if (error instanceof Failure) return create(items, 'EACH');
      throw error;
    }
  };
}

/** Each batch runs in its own transaction, which is rolled back. */
const inDryRun =
  (dryRun: Kernel['dryRun']): ExecuteBulk =>
  (...call) =>
    dryRun(({ executeBulk }) => executeBulk(...call), Infinity);

/** Writes a line, and waits while the client reads too slowly. */
async function send(response: ServerResponse, value: object): Promise<void> {
  if (response.destroyed) return;
  if (response.write(`${JSON.stringify(value)}\n`)) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    response.on('drain', go);
    response.on('close', go);
  });
}
