import { notFound } from '../domain/failure.ts';
import type { User } from '../generated/prisma/client.ts';
import type { Transaction } from '../platform/database.ts';

/** The user, its row locked until the transaction ends, so that what is read is still true when it is written. */
export async function lockUser(tx: Transaction, userId: string): Promise<Omit<User, 'passwordHash'>> {
  await tx.$queryRaw`SELECT FROM users WHERE id = ${userId} FOR UPDATE`;
  const user = await tx.user.findUnique({ where: { id: userId } });
  if (!user) throw notFound('user', 'userId');
  return user;
}
