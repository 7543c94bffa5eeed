import { Failure } from '../../domain/failure.ts';
import { readStarter } from '../../domain/jobs.ts';
import type { Job } from '../../generated/prisma/client.ts';
import { type Actor, type CurrentActor, platformActor } from '../../kernel/actor.ts';
import type { BulkOperation } from '../../kernel/bulk-operation.ts';
import { createCurrentActor } from '../../kernel/current-actor.ts';
import { logFaults } from '../../http/request-log.ts';
import type { BulkResult, Kernel, Origin } from '../../kernel/types.ts';
import { bulkOperations } from '../../operations/index.ts';
import { finishJob } from '../../operations/jobs/finish-job.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { all } from '../../reads/conditions.ts';
import { usersOfJob } from '../../reads/lists/users-of-job.ts';
import { beginBatch, claimJob, completeBatch, type JobLease } from '../../store/jobs.ts';
import type { JobFailure } from '../../vocabulary/records/job-shapes.ts';
import { actorOfStarter } from './actor-of-starter.ts';

export interface JobServices extends Pick<Kernel, 'execute' | 'executeBulk'> {
  database: Database;
  clock: Clock;
  ids: Ids;
  logger: Logger;
  config: { managementResource: string };
}

/** Users per batch. */
const batchSize = 100;
/** Times that a batch is begun before its unexpected errors count as failures. */
const maxTries = 5;

/** Why a job cannot continue. */
class JobEnd extends Error {}

/**
 * Runs batches of jobs, in rounds with one batch for each starter. Returns a function that runs the next one; its
 * result is false if no job waits.
 */
export function createJobRunner(services: JobServices): () => Promise<boolean> {
  const { database, clock, ids } = services;
  /** Starters that have had their turn in this round. */
  const served = new Set<string>();
  const claim = (leaseToken: string) => claimJob(database, leaseToken, clock.now(), [...served]);
  return async () => {
    const leaseToken = ids.secret();
    let job = await claim(leaseToken);
    if (!job && served.size) {
      served.clear();
      job = await claim(leaseToken);
    }
    if (!job) return false;
    served.add(readStarter(job.starter).id ?? '');
    await continueJob(services, job, { jobId: job.id, leaseToken });
    return true;
  };
}

/** Runs the next batch, then lets another job continue. */
async function continueJob(services: JobServices, job: Job, held: JobLease): Promise<void> {
  const { database, clock } = services;
  const { afterId, tries } = job;
  try {
    const currentActor = createCurrentActor(() => actorOf(services, job), services);
    // A batch that another process has begun has the same users, some of which may no longer match.
    const batch = job.batch.length ? job.batch : await nextUsers(services, job, await currentActor(), afterId);
    const lastId = batch.at(-1);
    if (lastId === undefined) return await end(services, job, null);
    if (!(await beginBatch(database, held, batch, clock.now()))) return;
    const results = await runBatch(services, job, { currentActor, batch, afterId });
    if (hasFault(results) && tries < maxTries)
      return services.logger.warn({ jobId: job.id }, 'job: batch failed; will retry');
    await completeBatch(database, held, { afterId: lastId, ...summaryOf(results, batch) });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    await end(services, job, reason);
  }
}

/** Refusals of the whole batch: the starter has lost a permission, or the input has become invalid. */
const reasonOf = (error: unknown): string | undefined => {
  if (error instanceof JobEnd) return error.message;
  const isFinal = error instanceof Failure && error.code !== 'SERVICE_UNAVAILABLE';
  return isFinal ? error.message : undefined;
};

async function actorOf({ database, config, clock }: JobServices, { starter }: Job): Promise<Actor> {
  const { managementResource } = config;
  const actor = await actorOfStarter(database.prisma, readStarter(starter), { managementResource, now: clock.now() });
  if (!actor) throw new JobEnd('The starter is deleted or suspended, or its session was ended.');
  return actor;
}

/** The next users that matched when the job was started, and still do. */
async function nextUsers(
  { database, clock }: JobServices,
  { filter, search, createdAt }: Job,
  actor: Actor,
  afterId: string | null,
): Promise<string[]> {
  const matching = usersOfJob({ actor, now: clock.now() }, { filter, search, createdAt });
  const rows = await database.prisma.user.findMany({
    where: all(matching, afterId === null ? {} : { id: { gt: afterId } }),
    orderBy: { id: 'asc' },
    take: batchSize,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Runs the operation for each user. Repeated with the same users, it has no further effect. */
async function runBatch(
  services: JobServices,
  job: Job,
  { currentActor, batch, afterId }: { currentActor: CurrentActor; batch: string[]; afterId: string | null },
): Promise<BulkResult[]> {
  const bulk = bulkOperations.find(({ operation }) => operation.name === job.operation);
  if (!bulk) throw new JobEnd('This version does not have the operation.');
  const { shared, perItem } = splitInput(bulk, job.input as Record<string, unknown>);
  const origin = job.cause as unknown as Origin;
  const input = { ...shared, items: batch.map((userId) => ({ ...perItem, userId })), mode: 'EACH' };
  const options = { idempotencyKey: `${job.id}/${afterId ?? ''}`, queueTimeout: Infinity };
  const executed = await services.executeBulk(bulk, currentActor, input, origin, options);
  const { channel, requestId, traceId } = origin;
  logFaults(services.logger, channel, executed.results, { requestId, traceId });
  return executed.results;
}

function splitInput({ shared }: BulkOperation, input: Record<string, unknown>) {
  const of = (isShared: boolean) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => shared.includes(name) === isShared));
  return { shared: of(true), perItem: of(false) };
}

const hasFault = (results: readonly BulkResult[]): boolean =>
  results.some(({ failure }) => failure?.code === 'INTERNAL_SERVER_ERROR');

function summaryOf(results: readonly BulkResult[], batch: readonly string[]) {
  const failures = results.flatMap(({ index, failure }): JobFailure[] =>
    failure ? [{ userId: batch[index] ?? '', code: failure.code, message: failure.message }] : [],
  );
  return { succeeded: results.length - failures.length, failures };
}

async function end({ execute }: JobServices, { id, cause }: Job, reason: string | null): Promise<void> {
  await execute(finishJob, platformActor, { jobId: id, reason }, cause as unknown as Origin);
}
