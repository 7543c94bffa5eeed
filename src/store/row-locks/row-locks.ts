// SQL: locks.
import { notFound, requireFound } from '../../domain/failure.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { kinds, type LockedKind } from '../../vocabulary/kinds.ts';

/** The table of a kind, as part of a statement. */
export const tableOf = (kind: LockedKind) => Prisma.raw(kinds[kind].table);

/**
 * The lock of a kind of record. Statements that add deliveries hold FOR KEY SHARE on webhooks: changes of a webhook do
 * not wait for them, only its deletion does.
 */
export const lockClause = (kind: LockedKind): Prisma.Sql =>
  Prisma.raw(kind === 'webhook' ? 'FOR NO KEY UPDATE' : 'FOR UPDATE');

/**
 * Locks a record until the transaction ends, so that it does not change after it was read, and no row refers to it
 * meanwhile (the check of a foreign key waits, except for one to a webhook). NOT_FOUND at `path` if it does not exist.
 */
export async function lock(tx: Transaction, kind: LockedKind, id: string, ...path: (string | number)[]): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT id FROM ${tableOf(kind)} WHERE id = ${id} ${lockClause(kind)}`;
  if (!rows.length) throw notFound(kinds[kind].label, ...path);
}

/** Locks a record and reads it in one statement; `columns` are those of `columnsOf`. */
export async function lockRow<Row>(
  tx: Transaction,
  kind: LockedKind,
  { columns, id }: { columns: Prisma.Sql; id: string },
  ...path: (string | number)[]
): Promise<Row> {
  const [row] = await tx.$queryRaw<Row[]>`SELECT ${columns} FROM ${tableOf(kind)} WHERE id = ${id} ${lockClause(kind)}`;
  if (!row) throw notFound(kinds[kind].label, ...path);
  return row;
}

/** Locks records against changes until the transaction ends. Those that do not exist are not locked. */
export async function lockShared(tx: Transaction, kind: LockedKind, ids: readonly string[]): Promise<void> {
  // Sorted, so that two transactions cannot deadlock.
  await tx.$executeRaw`SELECT FROM ${tableOf(kind)} WHERE id = ANY(${ids}) ORDER BY id FOR SHARE`;
}

/**
 * Locks records against deletion until the transaction ends. NOT_FOUND below `path` for those that do not exist, unless
 * they are stored already.
 */
export async function lockKeyShare(
  tx: Transaction,
  kind: LockedKind,
  ids: readonly string[],
  path: string,
  stored: readonly string[] = [],
): Promise<void> {
  if (!ids.length) return;
  // Sorted, so that two transactions cannot deadlock.
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${tableOf(kind)} WHERE id = ANY(${ids}) ORDER BY id FOR KEY SHARE`;
  requireFound(kinds[kind].label, ids, new Set([...rows.map(({ id }) => id), ...stored]), path);
}
