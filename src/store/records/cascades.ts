// SQL: locks in one order.
import { organizationScopeDelta } from '../../domain/oauth/scope-delta.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { EventData, EventType } from '../../vocabulary/events.ts';
import { type Link, removeFromAll } from './links.ts';
import { organizationRoleOf, roleOf } from './shapes.ts';

/** Ids of records, each with the data of its event, sorted by id. */
export type RecordEvents<T extends EventType> = [id: string, data: EventData<T>][];

/** Locks scopes, so that they cannot be granted, and waits for transactions that grant them. */
export async function lockScopes(tx: Transaction, scopeIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`SELECT id FROM scopes WHERE id = ANY(${scopeIds}) ORDER BY id FOR UPDATE`;
}

/** Removes scopes, which must be locked, from every role. */
export async function removeScopesFromRoles(
  tx: Transaction,
  scopeIds: readonly string[],
): Promise<RecordEvents<'Role.Scopes.Updated'>> {
  const removed = await removeFromAll(tx, 'roleScopes', scopeIds);
  const roles = await tx.role.findMany({ where: { id: { in: [...removed.keys()] } }, orderBy: { id: 'asc' } });
  return roles.map((role) => [
    role.id,
    { role: roleOf(role), addedScopeIds: [], removedScopeIds: removed.get(role.id) ?? [] },
  ]);
}

/** Removes scopes of API resources, which must be locked, from every organization role. */
export const removeScopesFromOrganizationRoles = (tx: Transaction, scopeIds: readonly string[]) =>
  removeFromOrganizationRoles(tx, 'organizationRoleApiScopes', 'removedScopeIds', scopeIds);

/** Removes an organization scope, which must be locked, from every organization role. */
export const removeOrganizationScopeFromRoles = (tx: Transaction, id: string) =>
  removeFromOrganizationRoles(tx, 'organizationRoleScopes', 'removedOrganizationScopeIds', [id]);

async function removeFromOrganizationRoles(
  tx: Transaction,
  link: Link,
  field: 'removedScopeIds' | 'removedOrganizationScopeIds',
  ids: readonly string[],
): Promise<RecordEvents<'OrganizationRole.Scopes.Updated'>> {
  const removed = await removeFromAll(tx, link, ids);
  const where = { id: { in: [...removed.keys()] } };
  const roles = await tx.organizationRole.findMany({ where, orderBy: { id: 'asc' } });
  return roles.map((role) => {
    const delta = organizationScopeDelta({ [field]: removed.get(role.id) ?? [] });
    return [role.id, { organizationRole: organizationRoleOf(role), ...delta }];
  });
}
