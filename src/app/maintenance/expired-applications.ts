import { isFailure } from '../../domain/failure.ts';
import { platformActor } from '../../kernel/actor.ts';
import { setApplicationSuspended } from '../../operations/applications/set-application-suspended.ts';
import type { Database } from '../../platform/database/database.ts';
import { platformOrigin } from '../platform-origin.ts';
import type { Services } from '../services.ts';

/** Applications per query. */
const batchSize = 100;

type SuspensionServices = Pick<Services, 'execute' | 'ids' | 'logger'>;

/**
 * Suspends applications that have expired, in order: it ends what they have, with an event. They get nothing since they
 * expired. Returns their number. Each is a transaction: it can stop anywhere, and several processes can do it at once.
 * A failure is logged, and tried again in the next run.
 */
export async function suspendExpiredApplications(
  { prisma }: Pick<Database, 'prisma'>,
  now: Date,
  services: SuspensionServices,
): Promise<number> {
  let suspended = 0;
  for (let last = { expiresAt: new Date(0), id: '' }; ; ) {
    const { expiresAt, id } = last;
    const expired = await prisma.application.findMany({
      where: {
        suspendedAt: null,
        expiresAt: { gte: expiresAt, lte: now },
        OR: [{ expiresAt: { gt: expiresAt } }, { id: { gt: id } }],
      },
      select: { id: true, version: true, expiresAt: true },
      orderBy: [{ expiresAt: 'asc' }, { id: 'asc' }],
      take: batchSize,
    });
    for (const application of expired) if (await suspend(application, services)) suspended++;
    const final = expired.at(-1);
    if (!final?.expiresAt || expired.length < batchSize) return suspended;
    last = { id: final.id, expiresAt: final.expiresAt };
  }
}

async function suspend(
  { id: applicationId, version }: { id: string; version: number },
  { execute, ids, logger }: SuspensionServices,
): Promise<boolean> {
  const input = { applicationId, isSuspended: true };
  try {
    // Not if it was changed since: it may end later now.
    await execute(setApplicationSuspended, platformActor, input, platformOrigin(ids), { expectedVersion: version });
    return true;
  } catch (err) {
    // Another process has suspended it, or it was changed.
    if (!isFailure(err, 'NOT_FOUND', 'VERSION_MISMATCH'))
      logger.warn({ err, applicationId }, 'maintenance: application not suspended; will retry');
    return false;
  }
}
