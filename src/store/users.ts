import type { User } from '../generated/prisma/client.ts';
import type { Transaction } from '../platform/database.ts';
import { lock } from './locks.ts';

/** The user, locked (store/locks.ts). NOT_FOUND at "userId" when there is none. */
export async function lockUser(tx: Transaction, userId: string): Promise<Omit<User, 'passwordHash'>> {
  await lock(tx, 'user', userId, 'userId');
  return tx.user.findUniqueOrThrow({ where: { id: userId } });
}

/** Ids of the roles that new users get, kept from being deleted until the transaction ends. */
export async function holdDefaultRoles(tx: Transaction): Promise<string[]> {
  const roles = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM roles WHERE is_default ORDER BY id FOR KEY SHARE`;
  return roles.map(({ id }) => id);
}
