// SQL: an insertion that does nothing on a conflict, and reads of the same row.
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import { lockUser } from './users.ts';

/** The choices of a person: a JSON object, and the number of its changes. */
export interface Preferences {
  document: Record<string, unknown>;
  version: number;
}

type Reader = Pick<Prisma, '$queryRaw'>;

/** The preferences of a user; those of someone who never chose anything are empty, in version 1. */
export async function preferencesOf(prisma: Reader, userId: string): Promise<Preferences> {
  const [row] = await prisma.$queryRaw<Preferences[]>`
    SELECT document, version FROM user_preferences WHERE id = ${userId}`;
  return row ?? { document: {}, version: 1 };
}

/** The same without the document, which may be large. */
export async function versionOfPreferences(prisma: Reader, userId: string): Promise<number> {
  const [row] = await prisma.$queryRaw<{ version: number }[]>`
    SELECT version FROM user_preferences WHERE id = ${userId}`;
  return row?.version ?? 1;
}

/** Locks a user, and makes sure that their preferences have a row, which can be locked and has a version. */
export async function ensurePreferences(tx: Transaction, userId: string): Promise<void> {
  // The user first, as for a deletion, so that the two cannot deadlock.
  await lockUser(tx, userId);
  await tx.$executeRaw`INSERT INTO user_preferences (id) VALUES (${userId}) ON CONFLICT DO NOTHING`;
}
