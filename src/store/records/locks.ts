import { Failure, notFound, maxProblems } from '../../domain/failure.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { kinds, type LockedKind } from '../../vocabulary/kinds.ts';

/** Its table, in a statement. */
export const tableOf = (kind: LockedKind) => Prisma.raw(kinds[kind].table);

/**
 * How a record of that kind is locked. Fan-out holds FOR KEY SHARE on every enabled webhook, so that none is deleted
 * meanwhile: changes of a webhook do not wait for it, only its deletion does.
 */
export const lockOf = (kind: LockedKind): Prisma.Sql =>
  Prisma.raw(kind === 'webhook' ? 'FOR NO KEY UPDATE' : 'FOR UPDATE');

/**
 * Locks a record until the transaction ends, so that what is read is still true when it is written, and so that nothing is
 * attached to it meanwhile (a foreign key's check waits, but for one to a webhook). NOT_FOUND at `path` when there is none.
 */
export async function lock(tx: Transaction, kind: LockedKind, id: string, ...path: (string | number)[]): Promise<void> {
  const found = await tx.$queryRaw<unknown[]>`SELECT id FROM ${tableOf(kind)} WHERE id = ${id} ${lockOf(kind)}`;
  if (!found.length) throw notFound(kinds[kind].label, ...path);
}

/** The same, and reads it in one go: `columns` are those of `columnsOf`. */
export async function lockRow<Row>(
  tx: Transaction,
  kind: LockedKind,
  { columns, id }: { columns: Prisma.Sql; id: string },
  ...path: (string | number)[]
): Promise<Row> {
  const [row] = await tx.$queryRaw<Row[]>`SELECT ${columns} FROM ${tableOf(kind)} WHERE id = ${id} ${lockOf(kind)}`;
  if (!row) throw notFound(kinds[kind].label, ...path);
  return row;
}

/** Keeps records from being deleted until the transaction ends. NOT_FOUND at their places below `path` when any is missing. */
export async function hold(tx: Transaction, kind: LockedKind, ids: readonly string[], path: string): Promise<void> {
  if (!ids.length) return;
  // Sorted, so that two transactions that hold the same records never wait for each other in a circle.
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${tableOf(kind)} WHERE id = ANY(${ids}) ORDER BY id FOR KEY SHARE`;
  const { label } = kinds[kind];
  const known = new Set(found.map(({ id }) => id));
  const problems = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: [path, index], message: `no such ${label}` }],
  );
  if (problems.length) throw new Failure('NOT_FOUND', `There is no such ${label}.`, problems.slice(0, maxProblems));
}
