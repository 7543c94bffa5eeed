import { notFound } from '../domain/failure.ts';
import type { Transaction } from '../platform/database.ts';
import { lock } from './locks.ts';

/** Records named by the input's "roleId", "applicationId" …, locked (store/locks.ts): NOT_FOUND there when there is none. */
export async function lockRole(tx: Transaction, id: string) {
  await lock(tx, 'role', id, 'roleId');
  return tx.role.findUniqueOrThrow({ where: { id } });
}

export async function lockApplication(tx: Transaction, id: string) {
  await lock(tx, 'application', id, 'applicationId');
  return tx.application.findUniqueOrThrow({ where: { id } });
}

export async function lockOrganization(tx: Transaction, id: string) {
  await lock(tx, 'organization', id, 'organizationId');
  return tx.organization.findUniqueOrThrow({ where: { id } });
}

export async function lockOrganizationRole(tx: Transaction, id: string) {
  await lock(tx, 'organization role', id, 'organizationRoleId');
  return tx.organizationRole.findUniqueOrThrow({ where: { id } });
}

export async function lockOrganizationScope(tx: Transaction, id: string) {
  await lock(tx, 'organization scope', id, 'organizationScopeId');
  return tx.organizationScope.findUniqueOrThrow({ where: { id } });
}

/** Named by the input's "resourceId". */
export async function lockApiResource(tx: Transaction, resourceId: string) {
  await lock(tx, 'API resource', resourceId, 'resourceId');
  return tx.apiResource.findUniqueOrThrow({ where: { id: resourceId } });
}

/** A scope named by the input's "scopeId" within its API resource, whose lock covers its scopes. */
export async function scopeIn(tx: Transaction, resource: { id: string }, scopeId: string) {
  const scope = await tx.scope.findUnique({ where: { id: scopeId, resourceId: resource.id } });
  if (!scope) throw notFound('scope of this API resource', 'scopeId');
  return scope;
}
