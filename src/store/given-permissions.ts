import type { Transaction } from '../platform/database.ts';
import { isPermissionIn, type Permission } from '../vocabulary/permissions.ts';
import { heldScopes } from './held-scopes.ts';

/** What a change hands to someone: scopes, roles, organization roles of a member, or (as new credentials) all that a user or an application is. */
export type Given =
  | { scopeIds: readonly string[] }
  | { roleIds: readonly string[] }
  | { organizationRoleIds: readonly string[]; organizationId: string }
  | { holderId: string };

/** A permission of the Management API that comes with it. */
export interface GivenPermission {
  permission: Permission;
  /** The organization in which alone it counts; null when it counts everywhere. */
  organizationId: string | null;
}

/** The permissions of the Management API that come with what is given. Scopes of other APIs, and of older versions of us, are none. */
export async function permissionsGiven(tx: Transaction, given: Given): Promise<GivenPermission[]> {
  if ('holderId' in given) return permissionsOf(tx, given.holderId);
  const which = conditionOn(given);
  if (!which) return [];
  const scopes = await tx.scope.findMany({
    where: { resource: { isBuiltIn: true }, ...which },
    select: { name: true },
  });
  const organizationId = 'organizationId' in given ? given.organizationId : null;
  return scopes.flatMap(({ name }) =>
    isPermissionIn(organizationId, name) ? [{ permission: name, organizationId }] : [],
  );
}

/** Which scopes are given; undefined when none are. */
function conditionOn(given: Exclude<Given, { holderId: string }>) {
  if ('scopeIds' in given) return given.scopeIds.length ? { id: { in: [...given.scopeIds] } } : undefined;
  if ('roleIds' in given) {
    return given.roleIds.length ? { roles: { some: { roleId: { in: [...given.roleIds] } } } } : undefined;
  }
  const { organizationRoleIds: ids } = given;
  return ids.length ? { organizationRoles: { some: { organizationRoleId: { in: [...ids] } } } } : undefined;
}

async function permissionsOf(tx: Transaction, holderId: string): Promise<GivenPermission[]> {
  const held = await heldScopes(tx, [{ holderId, resource: null, organizationId: null }]);
  const builtIn = await tx.apiResource.findMany({ where: { isBuiltIn: true }, select: { id: true } });
  return held
    .flat()
    .filter(({ resourceId }) => builtIn.some(({ id }) => id === resourceId))
    .flatMap(({ name, organizationId }) =>
      isPermissionIn(organizationId, name) ? [{ permission: name, organizationId }] : [],
    );
}
