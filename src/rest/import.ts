import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { Failure } from '../domain/failure.ts';
import { keepOwnTime } from '../http/body.ts';
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
import { dryRunParameter, readDryRun, readQuery, splitAddress } from './query.ts';

/** Where users are imported, and what is sent and answered there. */
export const importRoute = { method: 'POST', path: '/users/import' } as const;
const ndjson = 'application/x-ndjson';

/** The operation for many items that makes them. */
export const importedBy = 'createUsers';

/** Parameters that its query may have. */
const importQuery = [dryRunParameter];

/** Lines of one transaction. */
const batchSize = 100;
/** Lines after which it is told how far it has come. */
const progressEvery = 500;
/** Bytes that are taken from a client ahead of the work: an import of tens of thousands is received long before it is done. */
const readAhead = 32 * 1024 * 1024;

/** What an import works with. */
export interface Import {
  actor: Actor;
  requestId: string;
  executeBulk: ExecuteBulk;
  dryRun: Kernel['dryRun'];
  logger: Logger;
  /** Limits how many imports run at a time. */
  runLimited: RunLimited;
  /** How slowly it may come; the usual way when left out. */
  patience?: Patience | undefined;
}

/** A client who is waited for sends at least so many bytes in so many milliseconds. */
export interface Patience {
  bytes: number;
  time: number;
}
const usualPatience: Patience = { bytes: 4096, time: 30_000 };

/** How far it has come, in lines. */
interface Totals {
  read: number;
  created: number;
  failed: number;
  dryRun?: true;
}

/**
 * POST /users/import: one user per line, as the input of createUser, with the hash of a password instead of a password where there is one. Answers,
 * while it works, a line for each that is refused (`{line, failure}`), a line every 500 (`{read, created, failed}`) and a last one with
 * `done: true`. A hundred users are one transaction; when one of them is refused, the hundred are done one by one. A client who
 * leaves ends it after the batch under way, and so does one who sends next to nothing while it is waited for; how long the whole takes does not
 * matter. With `dryRun=true` the response is the same, with `dryRun: true` beside the totals, and nothing is stored. Throws `Failure` for a
 * request that is refused as a whole, before anything is answered.
 */
export async function importUsers(request: IncomingMessage, response: ServerResponse, work: Import): Promise<void> {
  const createUsers = bulkOperations.find(({ name }) => name === importedBy);
  if (!createUsers) throw new Error('there is no operation to import with');
  authorise(createUsers.operation, work.actor);
  const isDryRun = readDryRun(readQuery(splitAddress(request.url)[1], importQuery));
  if (request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== ndjson) {
    throw new HttpFailure(415, `The content type of the body has to be ${ndjson}.`, { headers: { accept: ndjson } });
  }
  await work.runLimited(() =>
    receive(request, response, isDryRun ? dryRun(createUsers, work) : realRun(createUsers, work), work),
  );
}

async function receive(request: IncomingMessage, response: ServerResponse, run: Run, work: Import): Promise<void> {
  // The client closed the connection while it waited for a place: neither its data nor their end will come.
  if (request.destroyed) return;
  keepOwnTime(request);
  response.writeHead(200, { 'content-type': ndjson, 'cache-control': 'no-store' });
  response.flushHeaders();
  try {
    await answer(request, response, run, work);
  } catch (err) {
    if (!request.complete && request.destroyed) return;
    await send(response, { failure: endOf(err, work) });
    // What is still to come is not waited for.
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
  create: creating(createUsers, work.executeBulk, work),
});

const dryRun = (createUsers: BulkOperation, work: Import): Run => ({
  totals: { read: 0, created: 0, failed: 0, dryRun: true },
  create: asOneImport(creating(createUsers, inDryRun(work.dryRun), work)),
});

/** Why it ended before its end. */
function endOf(err: unknown, { logger, requestId }: Import): object {
  if (err instanceof Failure) return { code: err.code, detail: err.message };
  logger.error({ err, requestId }, 'an import failed');
  return { code: 'INTERNAL_SERVER_ERROR', reference: requestId };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { totals, create }: Run,
  work: Import,
): Promise<void> {
  const source = request.pipe(new PassThrough({ highWaterMark: readAhead }));
  // A client who leaves ends its request without an end.
  request.once('close', () => request.complete || source.destroy());
  using _watch = watchProgress(request, source, work.patience ?? usualPatience);
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

/** Ends an import whose client is waited for and sends next to nothing. */
function watchProgress(request: IncomingMessage, source: PassThrough, { bytes, time }: Patience): Disposable {
  let before = request.socket.bytesRead;
  let wasHeldBack = false;
  source.on('drain', () => {
    wasHeldBack = true;
  });
  const look = () => {
    const sent = request.socket.bytesRead - before;
    const isWaitedFor = !request.complete && source.readableLength === 0 && !wasHeldBack;
    before += sent;
    wasHeldBack = false;
    if (isWaitedFor && sent < bytes) source.destroy(new HttpFailure(408, 'The rest does not come, or too slowly.'));
  };
  const timer = setInterval(look, time);
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

/** A line that was refused, and why. */
interface RefusedLine {
  line: number;
  failure: { code: Refusal['code']; detail: string; problems: Refusal['problems']; reference?: string };
}

const refused = (line: number, { code, message, problems, reference }: Refusal): RefusedLine => ({
  line,
  failure: { code, detail: message, problems, ...(reference !== undefined && { reference }) },
});

/** Makes the users of a batch. Returns the lines that were refused, in their order. */
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

function creating(createUsers: BulkOperation, executeBulk: ExecuteBulk, work: Import): CreateUsers {
  const { actor, requestId, logger } = work;
  const create = async (items: readonly unknown[], mode: 'ALL' | 'EACH') => {
    // Batches of imports and other calls take turns: only how many imports there are is limited.
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

/** Each batch runs in a transaction of its own and is rolled back, however long the import takes. */
const inDryRun =
  (dryRun: Kernel['dryRun']): ExecuteBulk =>
  (...call) =>
    dryRun(({ executeBulk }) => executeBulk(...call), Infinity);

/** Writes a line, and waits for a client who reads more slowly than it is written to. */
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
