import type { ScopeSource as Source } from '../../../domain/oauth/exchange-explanation.ts';
import { requires } from '../../schema/access.ts';
import { noId } from '../../schema/nodes.ts';
import { builder } from '../../schema/builder.ts';
import { Organization } from '../organizations/organization.ts';
import { OrganizationRole } from '../organizations/organization-role.ts';
import { Role } from './role.ts';

/** A scope that is held through a role has no organization, and vice versa: no permission is required to read null. */
const requiresInOrganization = (permission: 'organization-roles:read' | 'organizations:read') =>
  ({
    authScopes: ({ organizationId }: Source) => organizationId === null || requires(permission).authScopes,
    nullable: true,
  }) as const;

export const ScopeSource = builder.objectRef<Source>('ScopeSource').implement({
  description: 'What grants a scope: a role, or an organization role in an organization.',
  fields: (t) => ({
    role: t.prismaField({
      type: Role,
      authScopes: ({ roleId }) => roleId === null || requires('roles:read').authScopes,
      nullable: true,
      description: 'The role; null if it is an organization role.',
      resolve: (query, { roleId }, _args, { prisma }) =>
        prisma.role.findUnique({ ...query, where: { id: roleId ?? noId } }),
    }),
    organizationRole: t.prismaField({
      type: OrganizationRole,
      ...requiresInOrganization('organization-roles:read'),
      description: 'The organization role; null if it is a role.',
      resolve: (query, { organizationRoleId }, _args, { prisma }) =>
        prisma.organizationRole.findUnique({ ...query, where: { id: organizationRoleId ?? noId } }),
    }),
    organization: t.prismaField({
      type: Organization,
      ...requiresInOrganization('organizations:read'),
      description: 'The organization in which the user has the organization role; null if it is a role.',
      resolve: (query, { organizationId }, _args, { prisma }) =>
        prisma.organization.findUnique({ ...query, where: { id: organizationId ?? noId } }),
    }),
  }),
});

/** Estimate: few scopes have more sources. */
export const fewSources = { field: 1, multiplier: 2 };
