import type { Row, Transaction } from '../../platform/database/database.ts';
import type { Account } from '../../store/flows/flow.ts';
import { lockUser } from '../../store/records/users.ts';
import { accountChanged } from './ready-flow.ts';

/**
 * Locks the user to whose account something is added, and returns it. FORBIDDEN if the user was suspended or signed out
 * everywhere since the flow was read.
 */
export async function lockOwner(
  tx: Transaction,
  { userId, sessionEpoch }: Pick<Account, 'userId' | 'sessionEpoch'>,
): Promise<Row<'user'>> {
  const user = await lockUser(tx, userId);
  if (user.suspendedAt !== null || user.sessionEpoch !== sessionEpoch) throw accountChanged();
  return user;
}
