import type { RunContext } from './operation.ts';
import { deleteImpersonations, type ImpersonationsToEnd } from '../store/impersonations/impersonations.ts';
import { userOf } from '../store/records/shapes.ts';

/** Ends impersonations that go on, each with its event. Returns their number. */
export async function endImpersonations(
  { tx, now, emit }: Pick<RunContext<'User.Impersonation.Ended'>, 'tx' | 'now' | 'emit'>,
  which: ImpersonationsToEnd,
): Promise<number> {
  const ended = await deleteImpersonations(tx, which, now);
  if (!ended.length) return 0;
  const users = await tx.user.findMany({ where: { id: { in: ended.map(({ userId }) => userId) } } });
  for (const { userId, ...impersonation } of ended) {
    const user = users.find(({ id }) => id === userId);
    if (user) emit('User.Impersonation.Ended', userId, { user: userOf(user), ...impersonation });
  }
  return ended.length;
}
