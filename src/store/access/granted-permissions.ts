// SQL: DISTINCT over five joined tables.
import { mayExchangeForManagementApi } from '../../domain/oauth/application.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import { isPermissionIn, type Permission, permissionNames } from '../../vocabulary/permissions.ts';
import { heldScopes } from './held-scopes.ts';

/**
 * The access that a change grants: scopes, roles, organization roles of a member, through new credentials everything
 * that their owner holds, or everything: what any person holds whose token an application gets.
 */
export type GrantedAccess =
  | { scopeIds: readonly string[] }
  | { roleIds: readonly string[] }
  | { organizationRoleIds: readonly string[]; organizationId: string }
  /** The email address of a user, who can then accept the pending invitations sent to it. */
  | { invitedEmail: string | null }
  | { holderId: string }
  | { everything: true };

/** A permission of the Management API that is granted. */
interface GrantedPermission {
  permission: Permission;
  /** The organization in which it counts; null if it counts everywhere. */
  organizationId: string | null;
}

/**
 * Returns the permissions of the Management API that a change grants. Other scopes are ignored.
 */
export async function permissionsGranted(tx: Transaction, granted: GrantedAccess): Promise<GrantedPermission[]> {
  if ('everything' in granted) return everything;
  if ('holderId' in granted) return permissionsOfOwner(tx, granted.holderId);
  if ('invitedEmail' in granted)
    return granted.invitedEmail === null ? [] : permissionsInvited(tx, granted.invitedEmail);
  const which = scopeCondition(granted);
  if (!which) return [];
  const scopes = await tx.scope.findMany({
    where: { resource: { isBuiltIn: true }, ...which },
    select: { name: true },
  });
  const organizationId = 'organizationId' in granted ? granted.organizationId : null;
  return scopes.flatMap(({ name }) =>
    isPermissionIn(organizationId, name) ? [{ permission: name, organizationId }] : [],
  );
}

const everything = permissionNames.map((permission): GrantedPermission => ({ permission, organizationId: null }));

/** The permissions that credentials give. An application that may exchange for the Management API acts for anyone. */
async function permissionsOfOwner(tx: Transaction, holderId: string): Promise<GrantedPermission[]> {
  const application = await tx.application.findUnique({ where: { id: holderId } });
  return application && mayExchangeForManagementApi(application) ? everything : permissionsHeldBy(tx, holderId);
}

/** The condition for the granted scopes; undefined if there are none. */
function scopeCondition(
  granted: Exclude<GrantedAccess, { holderId: string } | { invitedEmail: string | null } | { everything: true }>,
) {
  if ('scopeIds' in granted) return granted.scopeIds.length ? { id: { in: [...granted.scopeIds] } } : undefined;
  if ('roleIds' in granted) {
    return granted.roleIds.length ? { roles: { some: { roleId: { in: [...granted.roleIds] } } } } : undefined;
  }
  const { organizationRoleIds: ids } = granted;
  return ids.length ? { organizationRoles: { some: { organizationRoleId: { in: [...ids] } } } } : undefined;
}

/** The permissions that a user or an application holds now, whatever its access tokens carry. */
export async function permissionsHeldBy(prisma: Prisma | Transaction, holderId: string): Promise<GrantedPermission[]> {
  const held = await heldScopes(prisma, [{ holderId, resource: null, organizationId: null }]);
  const builtIn = await prisma.apiResource.findMany({ where: { isBuiltIn: true }, select: { id: true } });
  return held
    .flat()
    .filter(({ apiResourceId }) => builtIn.some(({ id }) => id === apiResourceId))
    .flatMap(({ name, organizationId }) =>
      isPermissionIn(organizationId, name) ? [{ permission: name, organizationId }] : [],
    );
}

/** Whether someone holds a permission everywhere and all those that a user holds, where that user does. */
export async function holdsAllOf(
  prisma: Prisma | Transaction,
  holderId: string,
  { userId, besides }: { userId: string; besides: Permission },
): Promise<boolean> {
  const held = await permissionsHeldBy(prisma, holderId);
  const required = [{ permission: besides, organizationId: null }, ...(await permissionsHeldBy(prisma, userId))];
  return required.every(({ permission, organizationId }) =>
    held.some(
      (one) => one.permission === permission && (one.organizationId === null || one.organizationId === organizationId),
    ),
  );
}

/** Permissions of the invitations to this address that are pending or can be renewed. */
async function permissionsInvited(tx: Transaction, email: string): Promise<GrantedPermission[]> {
  const carried = await tx.$queryRaw<{ name: string; organizationId: string }[]>`
    SELECT DISTINCT scope.name, invitation.organization_id AS "organizationId"
    FROM organization_invitations AS invitation
    JOIN organization_invitation_roles AS invited ON invited.organization_invitation_id = invitation.id
    JOIN organization_role_api_scopes AS carried ON carried.organization_role_id = invited.organization_role_id
    JOIN scopes AS scope ON scope.id = carried.scope_id
    JOIN api_resources AS resource ON resource.id = scope.api_resource_id AND resource.is_built_in
    WHERE invitation.invitee_email = ${email} AND invitation.status IN ('Pending', 'Expired')`;
  return carried.flatMap(({ name, organizationId }) =>
    isPermissionIn(organizationId, name) ? [{ permission: name, organizationId }] : [],
  );
}
