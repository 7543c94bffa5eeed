import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '../../domain/failure.ts';
import { exemptFromRequestTimeout } from '../../http/body.ts';
import { callerOf, type CurrentActor } from '../../kernel/actor.ts';
import { authorize } from '../../kernel/authorization.ts';
import type { BulkOperation } from '../../kernel/bulk-operation.ts';
import { bulkOperations } from '../../operations/index.ts';
import { createCurrentActor } from '../../kernel/current-actor.ts';
import type { Admission } from '../../platform/admission/admission.ts';
import type { Clock } from '../../platform/clock.ts';
import { type ClientRate, createWriter } from '../client-rate.ts';
import { logFailure } from '../../http/request-log.ts';
import { HttpFailure } from '../failures.ts';
import { type BatchServices, createBatches, runBatch } from './import-batches.ts';
import { asOneImport, type CreateUsers } from './import-dry-run.ts';
import { uploadedBatches } from './import-upload.ts';
import { ndjsonType, toLines } from '../ndjson.ts';
import { readQuery, splitUrl } from '../query.ts';
import { dryRunPrefix } from '../route.ts';

/** The route of the import, and the one of its dry run. */
export const importRoute = { method: 'POST', path: '/users/import', isDryRun: false } as const;
export const importDryRunRoute = { method: 'POST', path: `${dryRunPrefix}/users/import`, isDryRun: true } as const;

/** The bulk operation that creates the users. */
export const importOperation = 'createUsers';

/** Lines between progress reports. */
const progressEvery = 500;

/** The services of an import. */
export interface Import extends BatchServices {
  /** Authenticates the caller again. Throws as at the start. */
  authenticate: CurrentActor;
  clock: Clock;
  /** Rolls back each batch. */
  isDryRun: boolean;
  admission: Admission;
  /** The least rate of the client; for tests. */
  clientRate?: ClientRate | undefined;
}

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
 * current batch if the client disconnects, or sends or reads too slowly; the total duration is not limited. The
 * response of a dry run is the same, with `dryRun: true` in the totals, and nothing is stored. Throws `Failure` if the
 * whole request is refused, before the response begins. The caller is authenticated again for each batch: if it may no
 * longer create users, the import ends before the batch with a last line `{failure}`. With an idempotency key, a line
 * whose user was created by an earlier request with this key is not created again, and counts as created.
 */
export async function importUsers(request: IncomingMessage, response: ServerResponse, work: Import): Promise<void> {
  const createUsers = bulkOperations.find(({ name }) => name === importOperation);
  if (!createUsers) throw new Error('the import has no bulk operation');
  const caller = callerOf(await (await callerOfBatch(createUsers, work))());
  readQuery(splitUrl(request.url)[1], []);
  if (request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== ndjsonType) {
    throw new HttpFailure(415, `The content type must be ${ndjsonType}.`, { headers: { accept: ndjsonType } });
  }
  const run = work.isDryRun ? dryRun : realRun;
  const keyed = { ...work, idempotencyKey: request.headers['idempotency-key']?.toString() };
  await work.admission.run('import', caller, () => receive(request, response, run(createUsers, keyed), work));
}

async function receive(request: IncomingMessage, response: ServerResponse, run: Run, work: Import): Promise<void> {
  // The client disconnected while the import was queued.
  if (request.destroyed) return;
  exemptFromRequestTimeout(request);
  response.writeHead(200, { 'content-type': ndjsonType, 'cache-control': 'no-store' });
  response.flushHeaders();
  const { write, end } = createWriter(response, work.clientRate);
  const send: Send = (value) => write(toLines(value));
  try {
    await stream(request, response, run, { ...work, send });
  } catch (err) {
    if (!request.complete && request.destroyed) return;
    await send({ failure: failureOf(err, work) });
    // Does not wait for the rest of the upload.
    response.once('finish', () => request.destroy());
  }
  await end();
}

/** Writes a line, as fast as the client reads. */
type Send = (value: object) => Promise<void>;

interface Run {
  totals: Totals;
  /** The caller of the next batch. */
  nextCaller(): Promise<CurrentActor>;
  create: CreateUsers;
}

/** Throws `Failure` if the caller may not create users now. */
async function callerOfBatch({ operation }: BulkOperation, { authenticate, clock }: Import): Promise<CurrentActor> {
  const caller = createCurrentActor(authenticate, { clock });
  authorize(operation, await caller());
  return caller;
}

const realRun = (createUsers: BulkOperation, work: Import): Run => ({
  totals: { read: 0, created: 0, failed: 0 },
  nextCaller: () => callerOfBatch(createUsers, work),
  create: createBatches(createUsers, work),
});

const dryRun = (createUsers: BulkOperation, work: Import): Run => ({
  totals: { read: 0, created: 0, failed: 0, dryRun: true },
  nextCaller: () => callerOfBatch(createUsers, work),
  create: asOneImport(createBatches(createUsers, work, { isDryRun: true })),
});

/** Why the import ended early. */
function failureOf(err: unknown, { logger, requestId, traceId }: Import): object {
  if (err instanceof Failure) return { code: err.code, message: err.message };
  logFailure(logger, 'rest', err, { requestId, traceId });
  return { code: 'INTERNAL_SERVER_ERROR', reference: requestId };
}

async function stream(
  request: IncomingMessage,
  response: ServerResponse,
  { totals, nextCaller, create }: Run,
  { send, clientRate }: Import & { send: Send },
): Promise<void> {
  for await (const batch of uploadedBatches(request, clientRate)) {
    if (response.destroyed) return;
    const refusals = await runBatch(create, batch, await nextCaller());
    const before = totals.read;
    totals.read += batch.length;
    totals.failed += refusals.length;
    totals.created += batch.length - refusals.length;
    for (const refusal of refusals) await send(refusal);
    if (Math.floor(totals.read / progressEvery) > Math.floor(before / progressEvery)) await send(totals);
  }
  await send({ ...totals, done: true });
}
