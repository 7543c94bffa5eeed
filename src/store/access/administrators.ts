import { conflict } from '../../domain/failure.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Permission } from '../../vocabulary/permissions.ts';
import { endingOfUser } from '../sessions/endings.ts';

/**
 * What an administrator holds at least: who can make users and change what roles hold can give everything else. While one active user holds
 * both, through roles, nobody is locked out of the platform; applications and organizations' administrators do not count.
 */
const administration = ['users:write', 'roles:write'] as const satisfies Permission[];

/** The scopes of the Management API that make an administrator, as a part of a statement. */
const scopes = Prisma.sql`
  SELECT scopes.id, scopes.name FROM scopes JOIN api_resources ON api_resources.id = scopes.api_resource_id
  WHERE api_resources.is_built_in AND scopes.name IN (${Prisma.join([...administration])})`;

const holds = (user: Prisma.Sql, permission: (typeof administration)[number]): Prisma.Sql => Prisma.sql`
  EXISTS (
    SELECT FROM user_roles JOIN role_scopes USING (role_id) JOIN administration ON administration.id = role_scopes.scope_id
    WHERE user_roles.user_id = ${user} AND administration.name = ${permission}
  )`;

/** Whether an active user administers the platform. Begins with the few roles that let one, and ends at the first user who does. */
async function isAdministered(tx: Transaction): Promise<boolean> {
  const [answer] = await tx.$queryRaw<{ administered: boolean }[]>`
    WITH administration AS (${scopes})
    SELECT EXISTS (
      SELECT FROM administration JOIN role_scopes ON role_scopes.scope_id = administration.id
      JOIN user_roles USING (role_id) JOIN users ON users.id = user_roles.user_id
      WHERE administration.name = ${administration[0]} AND users.suspended_at IS NULL
        AND ${holds(Prisma.sql`users.id`, administration[1])}
    ) AS administered`;
  return answer?.administered ?? false;
}

/**
 * Makes a change that may take an administrator away, and refuses it with CONFLICT at `path` when none is left of those there were. Such changes
 * wait for one another until their transactions end, so that of two administrators who remove each other one is refused.
 */
export async function keepAdministered<T>(tx: Transaction, path: string, change: () => Promise<T>): Promise<T> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('mandate: the last administrator', 0))`;
  const before = await isAdministered(tx);
  const result = await change();
  if (before && !(await isAdministered(tx))) {
    throw conflict('This would leave the platform without an active user who administers it.', path);
  }
  return result;
}

/** What a change takes away: roles from their holders, scopes from roles, all roles of a user or all scopes of a role but those that stay. */
type Taken =
  | { roleIds: readonly string[] }
  | { scopeIds: readonly string[] }
  | { userId: string; roleIdsLeft: readonly string[] }
  | { roleId: string; scopeIdsLeft: readonly string[] };

/** Makes a change that takes this away: as `keepAdministered`, when administration is among it. */
export async function taking<T>(tx: Transaction, taken: Taken, path: string, change: () => Promise<T>): Promise<T> {
  const [answer] = await tx.$queryRaw<{ matters: boolean }[]>`
    WITH administration AS (${scopes}) SELECT EXISTS (SELECT FROM administration ${among(taken)}) AS matters`;
  return answer?.matters ? keepAdministered(tx, path, change) : change();
}

function among(taken: Taken): Prisma.Sql {
  const held = Prisma.sql`JOIN role_scopes ON role_scopes.scope_id = administration.id`;
  if ('roleIds' in taken) return Prisma.sql`${held} WHERE role_id = ANY(${taken.roleIds})`;
  if ('scopeIds' in taken) return Prisma.sql`WHERE id = ANY(${taken.scopeIds})`;
  if ('roleId' in taken)
    return Prisma.sql`${held} WHERE role_id = ${taken.roleId} AND scope_id <> ALL(${taken.scopeIdsLeft})`;
  return Prisma.sql`
    ${held} JOIN user_roles USING (role_id) WHERE user_id = ${taken.userId} AND role_id <> ALL(${taken.roleIdsLeft})`;
}

/**
 * Ends what a person has (sessions, pending sign-ins, grants, codes, tokens) and makes a change after which the person can do nothing any more:
 * as `keepAdministered`, when the person administers the platform. The user must be locked. One statement for both, so that
 * it costs nothing to ask.
 */
export async function withdrawing<T>(tx: Transaction, userId: string, change: () => Promise<T>): Promise<T> {
  const [answer] = await tx.$queryRaw<{ matters: boolean }[]>`
    WITH administration AS (${scopes}), ${endingOfUser(userId)}
    SELECT ${holds(Prisma.sql`${userId}`, administration[0])} AS matters`;
  return answer?.matters ? keepAdministered(tx, 'userId', change) : change();
}
