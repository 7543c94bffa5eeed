import { platformActor } from '../../kernel/actor.ts';
import { deleteUser } from '../../operations/users/delete-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { platformOrigin } from '../platform-origin.ts';
import { batchSize, changeDue, type DueServices } from './due-records.ts';

/** Deletes the accounts that their people have deleted, once they are due. Returns their number. */
export function deleteDueAccounts(
  { prisma }: Pick<Database, 'prisma'>,
  now: Date,
  { execute, ids, logger }: DueServices,
): Promise<number> {
  return changeDue({
    next: async ({ dueAt, id }) => {
      const users = await prisma.user.findMany({
        where: {
          deletionDueAt: { gte: dueAt, lte: now },
          OR: [{ deletionDueAt: { gt: dueAt } }, { id: { gt: id } }],
        },
        select: { id: true, version: true, deletionDueAt: true },
        orderBy: [{ deletionDueAt: 'asc' }, { id: 'asc' }],
        take: batchSize,
      });
      return users.flatMap(({ deletionDueAt, ...user }) => (deletionDueAt ? [{ ...user, dueAt: deletionDueAt }] : []));
    },
    // Not if it was changed since: it may have been reactivated.
    change: ({ id: userId, version: expectedVersion }) =>
      execute(deleteUser, platformActor, { userId }, platformOrigin(ids), { expectedVersion }),
    warn: ({ err, id: userId }) => logger.warn({ err, userId }, 'maintenance: account not deleted; will retry'),
  });
}
