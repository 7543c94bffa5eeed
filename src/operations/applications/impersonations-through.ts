import type { RunContext } from '../../kernel/operation.ts';
import { deleteImpersonationsThrough } from '../../store/impersonations/impersonations.ts';
import { userOf } from '../../store/records/shapes.ts';

/** Ends the impersonations that go on through an application, each with its event. */
export async function endImpersonationsThrough(
  { tx, emit }: Pick<RunContext<'User.Impersonation.Ended'>, 'tx' | 'emit'>,
  applicationId: string,
): Promise<void> {
  const ended = await deleteImpersonationsThrough(tx, applicationId);
  const users = await tx.user.findMany({ where: { id: { in: ended.map(({ userId }) => userId) } } });
  for (const { userId, ...impersonation } of ended) {
    const user = users.find(({ id }) => id === userId);
    if (user) emit('User.Impersonation.Ended', userId, { user: userOf(user), ...impersonation });
  }
}
