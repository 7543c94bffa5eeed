import { organizationScopeDelta } from '../../domain/scope-delta.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { EventData } from '../../vocabulary/events.ts';
import { type Link, removeFromAll } from './links.ts';
import { organizationRoleOf, roleOf } from './shapes.ts';

/** Ids of records with the data of the event that each of them is owed, in the order of the ids. */
type Owed<T extends 'Role.Scopes.Updated' | 'OrganizationRole.Scopes.Updated'> = [id: string, data: EventData<T>][];

/** Keeps scopes from being given to anybody until the transaction ends, and waits for those who are giving them. */
export async function lockScopes(tx: Transaction, scopeIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`SELECT id FROM scopes WHERE id = ANY(${scopeIds}) ORDER BY id FOR UPDATE`;
}

/** Takes scopes, which must be locked, from every role that has them. */
export async function takeFromRoles(
  tx: Transaction,
  scopeIds: readonly string[],
): Promise<Owed<'Role.Scopes.Updated'>> {
  const taken = await removeFromAll(tx, 'roleScopes', scopeIds);
  const roles = await tx.role.findMany({ where: { id: { in: [...taken.keys()] } }, orderBy: { id: 'asc' } });
  return roles.map((role) => [
    role.id,
    { role: roleOf(role), addedScopeIds: [], removedScopeIds: taken.get(role.id) ?? [] },
  ]);
}

/** Takes scopes of API resources, which must be locked, from every organization role that has them. */
export const takeFromOrganizationRoles = (tx: Transaction, scopeIds: readonly string[]) =>
  takeInOrganizations(tx, 'organizationRoleApiScopes', 'removedScopeIds', scopeIds);

/** Takes an organization scope, which must be locked, from every organization role that has it. */
export const takeOrganizationScope = (tx: Transaction, id: string) =>
  takeInOrganizations(tx, 'organizationRoleScopes', 'removedOrganizationScopeIds', [id]);

async function takeInOrganizations(
  tx: Transaction,
  link: Link,
  field: 'removedScopeIds' | 'removedOrganizationScopeIds',
  ids: readonly string[],
): Promise<Owed<'OrganizationRole.Scopes.Updated'>> {
  const taken = await removeFromAll(tx, link, ids);
  const where = { id: { in: [...taken.keys()] } };
  const roles = await tx.organizationRole.findMany({ where, orderBy: { id: 'asc' } });
  return roles.map((role) => {
    const delta = organizationScopeDelta({ [field]: taken.get(role.id) ?? [] });
    return [role.id, { organizationRole: organizationRoleOf(role), ...delta }];
  });
}

/** Takes an organization role, which must be locked, from every member of an organization that holds it, and returns them. */
export async function clearMembersWithRole(
  tx: Transaction,
  id: string,
): Promise<EventData<'OrganizationRole.Deleted'>['members']> {
  return tx.$queryRaw`
    WITH users AS (DELETE FROM organization_user_roles WHERE organization_role_id = ${id} RETURNING organization_id, user_id),
      applications AS (
        DELETE FROM organization_application_roles WHERE organization_role_id = ${id} RETURNING organization_id, application_id
      )
    SELECT organization_id AS "organizationId", user_id AS "userId", NULL AS "applicationId" FROM users
    UNION ALL SELECT organization_id, NULL, application_id FROM applications
    ORDER BY "organizationId", "userId", "applicationId"`;
}
