import { notFound } from '../../domain/failure.ts';
import type * as model from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { leftOut, type Row, type Transaction } from '../../platform/database/database.ts';
import { columnsOf } from '../sql/columns.ts';
import { lockRow } from './locks.ts';

/** Records named by the input's "roleId", "applicationId" …, locked (store/records/locks.ts): NOT_FOUND there when there is none. */
const locking = <Locked>(
  kind: Parameters<typeof lockRow>[1],
  fields: Record<string, string>,
  path: string,
  without?: object,
) => {
  const columns = columnsOf(fields, without);
  return (tx: Transaction, id: string) => lockRow<Locked>(tx, kind, { columns, id }, path);
};

export const lockRole = locking<model.Role>('role', Prisma.RoleScalarFieldEnum, 'roleId');
export const lockApplication = locking<model.Application>(
  'application',
  Prisma.ApplicationScalarFieldEnum,
  'applicationId',
);
export const lockOrganization = locking<Row<'organization'>>(
  'organization',
  Prisma.OrganizationScalarFieldEnum,
  'organizationId',
  leftOut.organization,
);
export const lockOrganizationRole = locking<model.OrganizationRole>(
  'organizationRole',
  Prisma.OrganizationRoleScalarFieldEnum,
  'organizationRoleId',
);
export const lockOrganizationScope = locking<model.OrganizationScope>(
  'organizationScope',
  Prisma.OrganizationScopeScalarFieldEnum,
  'organizationScopeId',
);
export const lockApiResource = locking<model.ApiResource>(
  'apiResource',
  Prisma.ApiResourceScalarFieldEnum,
  'apiResourceId',
);

/** A scope named by the input's "scopeId" within its API resource, whose lock covers its scopes. */
export async function scopeIn(tx: Transaction, resource: { id: string }, scopeId: string) {
  const scope = await tx.scope.findUnique({ where: { id: scopeId, apiResourceId: resource.id } });
  if (!scope) throw notFound('scope of this API resource', 'scopeId');
  return scope;
}
