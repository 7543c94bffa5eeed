// SQL: organizations by the holders of a permission in one statement, and their locks.
import { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Permission } from '../../vocabulary/permissions.ts';

/** The permission of the Management API that administrators of an organization have in it. */
const permission = 'organizations:write' satisfies Permission;

/** The organization roles that make an administrator. */
const administering = Prisma.sql`administering AS (
  SELECT organization_role_id AS role_id FROM organization_role_api_scopes
  JOIN scopes ON scopes.id = scope_id JOIN api_resources ON api_resources.id = scopes.api_resource_id
  WHERE api_resources.is_built_in AND scopes.name = ${permission})`;

/** Locks the organizations that a user administers: of two administrators who leave at once, one is the last. */
export async function lockAdministered(tx: Pick<Transaction, '$executeRaw'>, userId: string): Promise<void> {
  // Sorted, so that two transactions cannot deadlock.
  await tx.$executeRaw`
    WITH ${administering}
    SELECT id FROM organizations WHERE id IN (
      SELECT organization_id FROM organization_user_roles
      WHERE user_id = ${userId} AND organization_role_id IN (SELECT role_id FROM administering))
    ORDER BY id FOR UPDATE`;
}

/** Ids of the organizations in which a user is the only active administrator, sorted. */
export async function administeredAlone(tx: Pick<Transaction, '$queryRaw'>, userId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH ${administering}
    SELECT DISTINCT own.organization_id AS id FROM organization_user_roles AS own
    WHERE own.user_id = ${userId} AND own.organization_role_id IN (SELECT role_id FROM administering)
      AND NOT EXISTS (
        SELECT FROM organization_user_roles AS other JOIN users ON users.id = other.user_id
        WHERE other.organization_id = own.organization_id AND other.user_id <> own.user_id AND users.suspended_at IS NULL
          AND other.organization_role_id IN (SELECT role_id FROM administering)
      )
    ORDER BY id`;
  return rows.map(({ id }) => id);
}
