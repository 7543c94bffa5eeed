// SQL: leases (FOR UPDATE SKIP LOCKED), locks, and entries that are added to a JSON array.
import { notFound } from '../domain/failure.ts';
import type { Job } from '../generated/prisma/client.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { type JobFailure, maxJobFailures } from '../vocabulary/records/job-shapes.ts';
import { kinds } from '../vocabulary/kinds.ts';

/** Locks a job. Throws NOT_FOUND at "jobId". */
export async function lockJob(tx: Transaction, jobId: string): Promise<{ state: string }> {
  const [row] = await tx.$queryRaw<{ state: string }[]>`SELECT state FROM jobs WHERE id = ${jobId} FOR UPDATE`;
  if (!row) throw notFound(kinds.job.label, 'jobId');
  return row;
}

/** Locks the starts of jobs by a caller. Returns the number of its jobs that have not ended. */
export async function lockUnfinishedJobs(
  tx: Transaction,
  { kind, id }: { kind: string; id: string | null },
): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mandate: jobs of ${id}`}, 0))`;
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM jobs
    WHERE state = 'running' AND starter->>'kind' = ${kind} AND starter->>'id' IS NOT DISTINCT FROM ${id}`;
  return row?.count ?? 0;
}

/** Milliseconds after which another process continues a job. */
export const leaseDuration = 60_000;

/** The lease of a job. Only the process with its token may write results. */
export interface JobLease {
  jobId: string;
  leaseToken: string;
}

/** Takes the lease of the oldest job that no process works on, except those of these starters. */
export async function claimJob(
  { prisma }: Pick<Database, 'prisma'>,
  leaseToken: string,
  now: Date,
  exceptStarters: readonly string[],
): Promise<Job | undefined> {
  const [claimed] = await prisma.$queryRaw<{ id: string }[]>`
    UPDATE jobs SET lease = ${leaseToken}, lease_until = ${until(now)}, tries = tries + 1
    WHERE id = (
      SELECT id FROM jobs WHERE state = 'running' AND (lease_until IS NULL OR lease_until <= ${now})
        AND coalesce(starter->>'id', '') <> ALL (${[...exceptStarters]}::text[])
      ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id`;
  return claimed && (await prisma.job.findUniqueOrThrow({ where: { id: claimed.id } }));
}

/** Stores the users that are next, so that another process would continue with the same ones. False if it has ended. */
export async function beginBatch(
  { prisma }: Pick<Database, 'prisma'>,
  { jobId, leaseToken }: JobLease,
  batch: string[],
  now: Date,
): Promise<boolean> {
  const where = { id: jobId, lease: leaseToken, state: 'running' };
  return (await prisma.job.updateMany({ where, data: { batch, leaseUntil: until(now) } })).count > 0;
}

/** Adds the results of a batch and ends the lease, unless another process has it. */
export async function completeBatch(
  { prisma }: Pick<Database, 'prisma'>,
  { jobId, leaseToken }: JobLease,
  { afterId, succeeded, failures }: { afterId: string; succeeded: number; failures: readonly JobFailure[] },
): Promise<void> {
  const added = JSON.stringify(failures.slice(0, maxJobFailures));
  await prisma.$executeRaw`
    UPDATE jobs SET after_id = ${afterId}, batch = '{}', tries = 0, lease = NULL, lease_until = NULL,
      succeeded = succeeded + ${succeeded}, failed = failed + ${failures.length},
      failures = jsonb_path_query_array(failures || ${added}::jsonb, ${firstFailures}::jsonpath)
    WHERE id = ${jobId} AND lease = ${leaseToken}`;
}

const firstFailures = `$[0 to ${maxJobFailures - 1}]`;

const until = (now: Date): Date => new Date(now.getTime() + leaseDuration);
