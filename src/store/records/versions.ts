import { conflict } from '../../domain/failure.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { lockOf } from './locks.ts';

/** The input fields that name a record with a version, and where it is kept. */
const tables = {
  userId: 'users',
  roleId: 'roles',
  resourceId: 'api_resources',
  scopeId: 'scopes',
  applicationId: 'applications',
  organizationId: 'organizations',
  organizationRoleId: 'organization_roles',
  organizationScopeId: 'organization_scopes',
  invitationId: 'organization_invitations',
  webhookId: 'webhooks',
} as const;
export type VersionedField = keyof typeof tables;

/** Whether a change made now would be one of the version that the caller has seen. Locks the record; one that does not exist is the operation's to refuse. */
export async function requireVersion(
  tx: Transaction,
  field: VersionedField,
  id: string,
  expected: number,
): Promise<void> {
  const rows = await tx.$queryRaw<{ version: number }[]>`
    SELECT version FROM ${Prisma.raw(tables[field])} WHERE id = ${id} ${lockOf(tables[field])}`;
  const version = rows[0]?.version;
  if (version === undefined || version === expected) return;
  throw conflict(`This was changed by someone else: its version is ${version}.`, 'expectedVersion');
}

/** The beginning of a statement, or nothing. */
export type Counted = Prisma.Sql;
export const nothingCounted: Counted = Prisma.empty;

/** The beginning of a statement that counts a change of a record besides what it does; nothing is counted when the record is gone. */
export const countVersion = (field: VersionedField, id: string): Counted =>
  Prisma.sql`WITH counted AS (UPDATE ${Prisma.raw(tables[field])} SET version = version + 1 WHERE id = ${id})`;
