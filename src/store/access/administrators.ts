// SQL: an advisory lock, and whether any user holds all of several scopes in one statement.
import { conflict } from '../../domain/failure.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Permission } from '../../vocabulary/permissions.ts';
import { endingOfUser } from '../sessions/session-epochs.ts';

/**
 * The permissions of an administrator: creating users and changing roles suffices to grant everything else. At least
 * one active user must hold both, through roles. Applications and administrators of organizations do not count.
 */
const adminScopes = ['users:write', 'roles:write'] as const satisfies Permission[];

/** The scopes of the Management API for these permissions, as part of a statement. */
const scopes = Prisma.sql`
  SELECT scopes.id, scopes.name FROM scopes JOIN api_resources ON api_resources.id = scopes.api_resource_id
  WHERE api_resources.is_built_in AND scopes.name IN (${Prisma.join([...adminScopes])})`;

const holds = (user: Prisma.Sql, permission: (typeof adminScopes)[number]): Prisma.Sql => Prisma.sql`
  EXISTS (
    SELECT FROM user_roles JOIN role_scopes USING (role_id) JOIN admin_scopes ON admin_scopes.id = role_scopes.scope_id
    WHERE user_roles.user_id = ${user} AND admin_scopes.name = ${permission}
  )`;

/** Whether a user is an administrator, as part of a statement. */
export const isAdministrator = (user: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (WITH admin_scopes AS (${scopes}) SELECT ${holds(user, adminScopes[0])} AND ${holds(user, adminScopes[1])})`;

/** Whether a user has any permission of the Management API, by a role of either kind, as part of a statement. */
export const holdsPermissions = (user: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  EXISTS (
    SELECT FROM user_roles JOIN role_scopes USING (role_id) JOIN scopes ON scopes.id = role_scopes.scope_id
    JOIN api_resources ON api_resources.id = scopes.api_resource_id
    WHERE user_roles.user_id = ${user} AND api_resources.is_built_in
  ) OR EXISTS (
    SELECT FROM organization_user_roles JOIN organization_role_api_scopes USING (organization_role_id)
    JOIN scopes ON scopes.id = organization_role_api_scopes.scope_id
    JOIN api_resources ON api_resources.id = scopes.api_resource_id
    WHERE organization_user_roles.user_id = ${user} AND api_resources.is_built_in
  ))`;

/**
 * Whether an active user is an administrator. Starts from the few roles with the permissions, and stops at the first
 * such user.
 */
async function isAdministered(tx: Transaction): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ administered: boolean }[]>`
    WITH admin_scopes AS (${scopes})
    SELECT EXISTS (
      SELECT FROM admin_scopes JOIN role_scopes ON role_scopes.scope_id = admin_scopes.id
      JOIN user_roles USING (role_id) JOIN users ON users.id = user_roles.user_id
      WHERE admin_scopes.name = ${adminScopes[0]} AND users.suspended_at IS NULL
        AND ${holds(Prisma.sql`users.id`, adminScopes[1])}
    ) AS administered`;
  return row?.administered ?? false;
}

/** Whether a condition on `users` holds for an active administrator; undefined if there is none. */
export async function someAdministrator(tx: Transaction, condition: Prisma.Sql): Promise<boolean | undefined> {
  const [row] = await tx.$queryRaw<{ holds: boolean | null }[]>`
    WITH admin_scopes AS (${scopes}), holders AS (
      SELECT DISTINCT user_id FROM admin_scopes JOIN role_scopes ON role_scopes.scope_id = admin_scopes.id
      JOIN user_roles USING (role_id) WHERE admin_scopes.name = ${adminScopes[0]}
    )
    SELECT bool_or(${condition}) AS holds FROM holders JOIN users ON users.id = holders.user_id
    WHERE users.suspended_at IS NULL AND ${holds(Prisma.sql`users.id`, adminScopes[1])}`;
  return row?.holds ?? undefined;
}

/**
 * Makes a change that may remove an administrator, and refuses it with CONFLICT at `path` if it removes the last one.
 * Such changes run one at a time, until the end of their transactions: of two administrators who remove each other, one
 * is refused.
 */
async function keepAdministrator<T>(tx: Transaction, path: string, change: () => Promise<T>): Promise<T> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('mandate: the last administrator', 0))`;
  const before = await isAdministered(tx);
  const result = await change();
  if (before && !(await isAdministered(tx))) {
    throw conflict('This would remove the last active administrator.', path).because('last-administrator');
  }
  return result;
}

/**
 * The access that a change revokes: roles from their holders; scopes from roles; all but some roles of a user; all but
 * some scopes of a role.
 */
type Revoked =
  | { roleIds: readonly string[] }
  | { scopeIds: readonly string[] }
  | { userId: string; roleIdsLeft: readonly string[] }
  | { roleId: string; scopeIdsLeft: readonly string[] };

/** Makes a change that revokes access: with `keepAdministrator` if it concerns the permissions of an administrator. */
export async function revokeKeepingAdministrator<T>(
  tx: Transaction,
  revoked: Revoked,
  path: string,
  change: () => Promise<T>,
): Promise<T> {
  const [row] = await tx.$queryRaw<{ matters: boolean }[]>`
    WITH admin_scopes AS (${scopes}) SELECT EXISTS (SELECT FROM admin_scopes ${grantsRevoked(revoked)}) AS matters`;
  return row?.matters ? keepAdministrator(tx, path, change) : change();
}

function grantsRevoked(revoked: Revoked): Prisma.Sql {
  const held = Prisma.sql`JOIN role_scopes ON role_scopes.scope_id = admin_scopes.id`;
  if ('roleIds' in revoked) return Prisma.sql`${held} WHERE role_id = ANY(${revoked.roleIds})`;
  if ('scopeIds' in revoked) return Prisma.sql`WHERE id = ANY(${revoked.scopeIds})`;
  if ('roleId' in revoked)
    return Prisma.sql`${held} WHERE role_id = ${revoked.roleId} AND scope_id <> ALL(${revoked.scopeIdsLeft})`;
  return Prisma.sql`
    ${held} JOIN user_roles USING (role_id) WHERE user_id = ${revoked.userId} AND role_id <> ALL(${revoked.roleIdsLeft})`;
}

/**
 * Ends everything a user has at the issuer (sessions, pending sign-ins, grants, codes, tokens) and makes a change that
 * disables the user: with `keepAdministrator` if the user is an administrator. The user must be locked. One statement
 * does both, so the check costs nothing. `path` is the input field at which it is refused.
 */
export async function endUserKeepingAdministrator<T>(
  tx: Transaction,
  userId: string,
  change: () => Promise<T>,
  path = 'userId',
): Promise<T> {
  const [row] = await tx.$queryRaw<{ matters: boolean }[]>`
    WITH admin_scopes AS (${scopes}), ${endingOfUser(userId)}
    SELECT ${holds(Prisma.sql`${userId}`, adminScopes[0])} AS matters`;
  return row?.matters ? keepAdministrator(tx, path, change) : change();
}
