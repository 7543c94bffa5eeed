import type { Transaction } from '../../platform/database/database.ts';
import { isPermissionIn, type Permission } from '../../vocabulary/permissions.ts';
import { heldScopes } from './held-scopes.ts';

/** What a change hands to someone: scopes, roles, organization roles of a member, or (as new credentials) all that a user or an application is. */
export type Given =
  | { scopeIds: readonly string[] }
  | { roleIds: readonly string[] }
  | { organizationRoleIds: readonly string[]; organizationId: string }
  /** The address of a user: who owns it accepts the invitations that wait for it. */
  | { invitedEmail: string | null }
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
  if ('invitedEmail' in given) return given.invitedEmail === null ? [] : permissionsInvited(tx, given.invitedEmail);
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
function conditionOn(given: Exclude<Given, { holderId: string } | { invitedEmail: string | null }>) {
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

/** What invitations for this address carry that can still be accepted, or renewed and then accepted. */
async function permissionsInvited(tx: Transaction, email: string): Promise<GivenPermission[]> {
  const carried = await tx.$queryRaw<{ name: string; organizationId: string }[]>`
    SELECT DISTINCT scope.name, invitation.organization_id AS "organizationId"
    FROM organization_invitations AS invitation
    JOIN organization_invitation_roles AS invited ON invited.invitation_id = invitation.id
    JOIN organization_role_api_scopes AS carried ON carried.organization_role_id = invited.organization_role_id
    JOIN scopes AS scope ON scope.id = carried.scope_id
    JOIN api_resources AS resource ON resource.id = scope.resource_id AND resource.is_built_in
    WHERE invitation.invitee_email = ${email} AND invitation.status IN ('Pending', 'Expired')`;
  return carried.flatMap(({ name, organizationId }) =>
    isPermissionIn(organizationId, name) ? [{ permission: name, organizationId }] : [],
  );
}
