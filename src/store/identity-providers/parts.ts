import { ofOrganizationRole } from '../records/role-holders.ts';

/** Relations that the public shapes need (store/records/shapes.ts). */
export const withProviderDomains = { domains: { select: { domain: true }, orderBy: { domain: 'asc' } } } as const;
export const withProviderRoles = {
  roles: { where: ofOrganizationRole, select: { organizationRoleId: true } },
} as const;
