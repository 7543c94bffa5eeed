// SQL: locks, and a part of other statements.
import { versionMismatch } from '../../domain/failure.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { idFieldOf, type kinds, type LockedKind, lockedKinds } from '../../vocabulary/kinds.ts';
import { lockClause, tableOf } from './row-locks.ts';

/** Input fields with the id of a record that has a version: "userId", "apiResourceId" … */
export type VersionedField = {
  [Kind in LockedKind]: (typeof kinds)[Kind] extends { idField: infer Field } ? Field : `${Kind}Id`;
}[LockedKind];
const kindNamed = (field: VersionedField): LockedKind => {
  const kind = byField.get(field);
  if (!kind) throw new TypeError(`${field} is not the id of a record with a version`);
  return kind;
};
const byField = new Map<string, LockedKind>(lockedKinds.map((kind) => [idFieldOf(kind), kind]));

/** Throws VERSION_MISMATCH if the record has another version. Locks it; the operation handles a missing record. */
export async function requireVersion(
  tx: Transaction,
  field: VersionedField,
  id: string,
  expected: number,
): Promise<void> {
  const kind = kindNamed(field);
  const rows = await tx.$queryRaw<{ version: number }[]>`
    SELECT version FROM ${tableOf(kind)} WHERE id = ${id} ${lockClause(kind)}`;
  const version = rows[0]?.version;
  if (version === undefined || version === expected) return;
  throw versionMismatch(version);
}

/** The start of a statement; may be empty. */
export type VersionBump = Prisma.Sql;
export const noBump: VersionBump = Prisma.empty;

/**
 * The start of a statement, which also increments the version of a record; without effect if the record does not exist.
 */
export const bumpVersion = (field: VersionedField, id: string): VersionBump =>
  Prisma.sql`WITH bumped AS (UPDATE ${tableOf(kindNamed(field))} SET version = version + 1 WHERE id = ${id})`;

/** Increments the versions of records that change with another one. */
export const bumpVersions = async (tx: Transaction, kind: LockedKind, ids: readonly string[]): Promise<void> => {
  await tx.$executeRaw`UPDATE ${tableOf(kind)} SET version = version + 1 WHERE id = ANY(${ids})`;
};
