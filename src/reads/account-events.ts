import type { CursorSeal } from '../platform/crypto/cursor-seal.ts';
import type { Database, Prisma, Transaction } from '../platform/database/database.ts';
import { readAccountEvents } from '../store/account/events.ts';
import { assignPositions } from '../store/event-positions.ts';
import { cursorAt, positionOf } from './lists/events.ts';

interface EventReader {
  prisma: Prisma | Transaction;
  /** Null in a dry run, which only reads its transaction. */
  database: Pick<Database, 'pool'> | null;
  cursorSeal: CursorSeal;
  userId: string;
}

interface PageRequest {
  /** Number of events. */
  size: number;
  /** The cursor of an event of this list; the page begins after it. */
  after: string | null | undefined;
  /** Name of the argument with the cursor, for errors. */
  path: string;
}

/** A page of the events about an account, newest first. Throws INVALID_CURSOR at `path`. */
export async function readAccountEventPage(
  { prisma, database, cursorSeal, userId }: EventReader,
  { size, after, path }: PageRequest,
) {
  const before = after == null ? undefined : BigInt(positionOf(after, path, cursorSeal));
  // Events get their position after the commit.
  if (database && before === undefined) await assignPositions(database);
  const rows = await readAccountEvents(prisma, userId, { before, limit: size + 1 });
  const page = rows.slice(0, size);
  return {
    edges: page.map(({ position, ...node }) => ({ node, cursor: cursorAt(position, cursorSeal) })),
    hasNextPage: rows.length > size,
  };
}
