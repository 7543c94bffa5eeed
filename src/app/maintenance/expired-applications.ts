import { platformActor } from '../../kernel/actor.ts';
import { setApplicationSuspended } from '../../operations/applications/set-application-suspended.ts';
import type { Database } from '../../platform/database/database.ts';
import { platformOrigin } from '../platform-origin.ts';
import { batchSize, changeDue, type DueServices } from './due-records.ts';

/**
 * Suspends applications that have expired, in order: it ends what they have, with an event. They get nothing since they
 * expired. Returns their number.
 */
export function suspendExpiredApplications(
  { prisma }: Pick<Database, 'prisma'>,
  now: Date,
  { execute, ids, logger }: DueServices,
): Promise<number> {
  return changeDue({
    next: async ({ dueAt, id }) => {
      const applications = await prisma.application.findMany({
        where: {
          suspendedAt: null,
          expiresAt: { gte: dueAt, lte: now },
          OR: [{ expiresAt: { gt: dueAt } }, { id: { gt: id } }],
        },
        select: { id: true, version: true, expiresAt: true },
        orderBy: [{ expiresAt: 'asc' }, { id: 'asc' }],
        take: batchSize,
      });
      return applications.flatMap(({ expiresAt, ...one }) => (expiresAt ? [{ ...one, dueAt: expiresAt }] : []));
    },
    // Not if it was changed since: it may end later now.
    change: ({ id: applicationId, version: expectedVersion }) =>
      execute(setApplicationSuspended, platformActor, { applicationId, isSuspended: true }, platformOrigin(ids), {
        expectedVersion,
      }),
    warn: ({ err, id: applicationId }) =>
      logger.warn({ err, applicationId }, 'maintenance: application not suspended; will retry'),
  });
}
