import { systemIds } from '../../../src/platform/ids/ids.ts';
import type { IdKind } from '../../../src/vocabulary/kinds.ts';
import type { Api } from '../api.ts';

/** Ids of related records: the n-th user holds the n-th role, and so on. */
export interface Filled {
  users: string[];
  roles: string[];
  resource: string;
  scopes: string[];
  applications: string[];
  organizations: string[];
  organizationRoles: string[];
  organizationScopes: string[];
}

/** Number of times that each database was filled: it makes names unique. */
const rounds = new WeakMap<object, number>();

/**
 * Inserts `count` records of every kind, each linked to those of the same number: a role has a scope, a user and an
 * application hold the role and are members of the organization, the user with an organization role that has scopes of
 * both kinds.
 */
export async function fill(api: Pick<Api, 'kernel'>, count: number): Promise<Filled> {
  const round = rounds.get(api.kernel) ?? 0;
  rounds.set(api.kernel, round + 1);
  const make = (kind: IdKind) => Array.from({ length: count }, () => systemIds.next(kind)).sort();
  const filled: Filled = {
    users: make('user'),
    roles: make('role'),
    resource: systemIds.next('apiResource'),
    scopes: make('scope'),
    applications: make('application'),
    organizations: make('organization'),
    organizationRoles: make('organizationRole'),
    organizationScopes: make('organizationScope'),
  };
  await insertRecords(api, filled, round);
  await link(api, filled);
  return filled;
}

async function insertRecords({ kernel }: Pick<Api, 'kernel'>, filled: Filled, round: number): Promise<void> {
  const { prisma } = kernel.database;
  const named = (ids: string[], kind: string) => ids.map((id, index) => ({ id, name: `${kind} ${round}-${index}` }));
  const { resource } = filled;
  await prisma.user.createMany({
    data: named(filled.users, 'User').map((row, index) => ({ ...row, email: `user${round}-${index}@example.com` })),
  });
  await prisma.role.createMany({ data: named(filled.roles, 'Role') });
  await prisma.apiResource.create({
    data: { id: resource, name: `API ${round}`, indicator: `https://api${round}.example.com` },
  });
  await prisma.scope.createMany({
    data: filled.scopes.map((id, index) => ({ id, apiResourceId: resource, name: `scope${round}-${index}` })),
  });
  await prisma.application.createMany({
    data: named(filled.applications, 'Application').map((row) => ({ ...row, type: 'MACHINE_TO_MACHINE' })),
  });
  await prisma.organization.createMany({ data: named(filled.organizations, 'Organization') });
  await prisma.organizationRole.createMany({ data: named(filled.organizationRoles, 'Organization role') });
  await prisma.organizationScope.createMany({
    data: named(filled.organizationScopes, 'scope').map((row) => ({ ...row, name: row.name.replace(' ', '') })),
  });
}

async function link({ kernel }: Pick<Api, 'kernel'>, filled: Filled): Promise<void> {
  const { prisma } = kernel.database;
  const rows = filled.users.map((userId, index) => ({
    userId,
    roleId: at(filled.roles, index),
    scopeId: at(filled.scopes, index),
    applicationId: at(filled.applications, index),
    organizationId: at(filled.organizations, index),
    organizationRoleId: at(filled.organizationRoles, index),
    organizationScopeId: at(filled.organizationScopes, index),
  }));
  await prisma.roleScope.createMany({ data: rows.map(({ roleId, scopeId }) => ({ roleId, scopeId })) });
  await prisma.userRole.createMany({ data: rows.map(({ userId, roleId }) => ({ userId, roleId })) });
  await prisma.applicationRole.createMany({
    data: rows.map(({ applicationId, roleId }) => ({ applicationId, roleId })),
  });
  await prisma.organizationUser.createMany({
    data: rows.map(({ organizationId, userId }) => ({ organizationId, userId })),
  });
  await prisma.organizationApplication.createMany({
    data: rows.map(({ organizationId, applicationId }) => ({ organizationId, applicationId })),
  });
  await prisma.organizationUserRole.createMany({
    data: rows.map(({ organizationId, userId, organizationRoleId }) => ({
      organizationId,
      userId,
      organizationRoleId,
    })),
  });
  await prisma.organizationRoleScope.createMany({
    data: rows.map(({ organizationRoleId, organizationScopeId }) => ({ organizationRoleId, organizationScopeId })),
  });
  await prisma.organizationRoleApiScope.createMany({
    data: rows.map(({ organizationRoleId, scopeId }) => ({ organizationRoleId, scopeId })),
  });
}

function at(ids: readonly string[], index: number): string {
  const id = ids[index];
  if (id === undefined) throw new Error(`no record number ${index}`);
  return id;
}
