import { notFound } from '../../domain/failure.ts';
import type * as model from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { omittedColumns, type Row, type Transaction } from '../../platform/database/database.ts';
import { columnsOf } from '../sql/columns.ts';
import { lockRow } from './row-locks.ts';

/**
 * Creates a function that locks the record with the id in the input field `path` and returns it. NOT_FOUND at that
 * field if it does not exist.
 */
const lockFunction = <Locked>(
  kind: Parameters<typeof lockRow>[1],
  fields: Record<string, string>,
  path: string,
  without?: object,
) => {
  const columns = columnsOf(fields, without);
  return (tx: Transaction, id: string) => lockRow<Locked>(tx, kind, { columns, id }, path);
};

export const lockRole = lockFunction<model.Role>('role', Prisma.RoleScalarFieldEnum, 'roleId');
export const lockApplication = lockFunction<model.Application>(
  'application',
  Prisma.ApplicationScalarFieldEnum,
  'applicationId',
);
export const lockOrganization = lockFunction<Row<'organization'>>(
  'organization',
  Prisma.OrganizationScalarFieldEnum,
  'organizationId',
  omittedColumns.organization,
);
export const lockOrganizationRole = lockFunction<model.OrganizationRole>(
  'organizationRole',
  Prisma.OrganizationRoleScalarFieldEnum,
  'organizationRoleId',
);
export const lockOrganizationScope = lockFunction<model.OrganizationScope>(
  'organizationScope',
  Prisma.OrganizationScopeScalarFieldEnum,
  'organizationScopeId',
);
export const lockApiResource = lockFunction<model.ApiResource>(
  'apiResource',
  Prisma.ApiResourceScalarFieldEnum,
  'apiResourceId',
);

export const lockConnector = lockFunction<Row<'connector'>>(
  'connector',
  Prisma.ConnectorScalarFieldEnum,
  'connectorId',
  omittedColumns.connector,
);

export const lockSignInExperience = lockFunction<model.SignInExperience>(
  'signInExperience',
  Prisma.SignInExperienceScalarFieldEnum,
  'signInExperienceId',
);

/** The scope in the input field "scopeId" of an API resource, whose lock includes its scopes. */
export async function scopeIn(tx: Transaction, resource: { id: string }, scopeId: string) {
  const scope = await tx.scope.findUnique({ where: { id: scopeId, apiResourceId: resource.id } });
  if (!scope) throw notFound('scope of this API resource', 'scopeId');
  return scope;
}
