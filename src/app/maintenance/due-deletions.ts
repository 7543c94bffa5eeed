import { isFailure } from '../../domain/failure.ts';
import { platformActor } from '../../kernel/actor.ts';
import { deleteUser } from '../../operations/users/delete-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { platformOrigin } from '../platform-origin.ts';
import type { Services } from '../services.ts';

/** Accounts per query. */
const batchSize = 100;

type DeletionServices = Pick<Services, 'execute' | 'ids' | 'logger'>;

/**
 * Deletes the accounts that their people have deleted, once they are due. Returns their number. Each is a transaction:
 * it can stop anywhere, and several processes can do it at once. A failure is logged, and tried again in the next run.
 */
export async function deleteDueAccounts(
  { prisma }: Pick<Database, 'prisma'>,
  now: Date,
  services: DeletionServices,
): Promise<number> {
  let deleted = 0;
  for (let last = { deletionDueAt: new Date(0), id: '' }; ; ) {
    const { deletionDueAt, id } = last;
    const due = await prisma.user.findMany({
      where: {
        deletionDueAt: { gte: deletionDueAt, lte: now },
        OR: [{ deletionDueAt: { gt: deletionDueAt } }, { id: { gt: id } }],
      },
      select: { id: true, version: true, deletionDueAt: true },
      orderBy: [{ deletionDueAt: 'asc' }, { id: 'asc' }],
      take: batchSize,
    });
    for (const user of due) if (await deleteAccount(user, services)) deleted++;
    const final = due.at(-1);
    if (!final?.deletionDueAt || due.length < batchSize) return deleted;
    last = { id: final.id, deletionDueAt: final.deletionDueAt };
  }
}

async function deleteAccount(
  { id: userId, version }: { id: string; version: number },
  { execute, ids, logger }: DeletionServices,
): Promise<boolean> {
  try {
    // Not if it was changed since: it may have been reactivated.
    await execute(deleteUser, platformActor, { userId }, platformOrigin(ids), { expectedVersion: version });
    return true;
  } catch (err) {
    // Another process has deleted it, or it was changed.
    if (!isFailure(err, 'NOT_FOUND', 'VERSION_MISMATCH'))
      logger.warn({ err, userId }, 'maintenance: account not deleted; will retry');
    return false;
  }
}
