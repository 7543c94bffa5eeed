import { Failure, notFound } from '../../domain/failure.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** What a caller can name by its id, as refusals call it, and where it is kept. */
const tables = {
  user: 'users',
  role: 'roles',
  'API resource': 'api_resources',
  scope: 'scopes',
  application: 'applications',
  organization: 'organizations',
  'organization role': 'organization_roles',
  'organization scope': 'organization_scopes',
  invitation: 'organization_invitations',
  webhook: 'webhooks',
} as const;
type Kind = keyof typeof tables;

const tableOf = (kind: Kind) => Prisma.raw(tables[kind]);

/**
 * How a record of that table is locked. Every look for events holds all webhooks that are enabled, so that none is deleted meanwhile: only who
 * deletes one waits for it, and makes it wait.
 */
export const lockOf = (table: string): Prisma.Sql =>
  Prisma.raw(table === tables.webhook ? 'FOR NO KEY UPDATE' : 'FOR UPDATE');

/**
 * Locks a record until the transaction ends, so that what is read is still true when it is written, and so that nothing is
 * attached to it meanwhile (a foreign key's check waits, but for one to a webhook). NOT_FOUND at `path` when there is none.
 */
export async function lock(tx: Transaction, kind: Kind, id: string, ...path: (string | number)[]): Promise<void> {
  const found = await tx.$queryRaw<unknown[]>`SELECT id FROM ${tableOf(kind)} WHERE id = ${id} ${lockOf(tables[kind])}`;
  if (!found.length) throw notFound(kind, ...path);
}

/** The same, and reads it in one go: `columns` are those of `columnsOf`. */
export async function lockRow<Row>(
  tx: Transaction,
  kind: Kind,
  { columns, id }: { columns: Prisma.Sql; id: string },
  ...path: (string | number)[]
): Promise<Row> {
  const [row] = await tx.$queryRaw<
    Row[]
  >`SELECT ${columns} FROM ${tableOf(kind)} WHERE id = ${id} ${lockOf(tables[kind])}`;
  if (!row) throw notFound(kind, ...path);
  return row;
}

/** Problems named in one refusal. */
const namedProblems = 20;

/** Keeps records from being deleted until the transaction ends. NOT_FOUND at their places below `path` when any is missing. */
export async function hold(tx: Transaction, kind: Kind, ids: readonly string[], path: string): Promise<void> {
  if (!ids.length) return;
  // Sorted, so that two transactions that hold the same records never wait for each other in a circle.
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${tableOf(kind)} WHERE id = ANY(${ids}) ORDER BY id FOR KEY SHARE`;
  const known = new Set(found.map(({ id }) => id));
  const problems = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: [path, index], message: `no such ${kind}` }],
  );
  if (problems.length) throw new Failure('NOT_FOUND', `There is no such ${kind}.`, problems.slice(0, namedProblems));
}
