import type { ScopeSource as Holding } from '../../domain/exchange-explanation.ts';
import { needs } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { Organization } from './organization.ts';
import { OrganizationRole } from './organization-role.ts';
import { Role } from './role.ts';

/** Nothing is asked of a caller for what is not there: a scope held through a role has no organization to see. */
const insideOrganizations = (permission: 'organization-roles:read' | 'organizations:read') =>
  ({
    authScopes: ({ organizationId }: Holding) => organizationId === null || needs(permission).authScopes,
    nullable: true,
  }) as const;

/** No record has this id: it is looked up along with those of the other holdings. */
const none = '';

export const ScopeSource = builder.objectRef<Holding>('ScopeSource').implement({
  description: 'One way in which a scope is held: through a role, or through an organization role in an organization.',
  fields: (t) => ({
    role: t.prismaField({
      type: Role,
      ...needs('roles:read'),
      description: 'The role; null when it is held through an organization role.',
      resolve: (query, { roleId }, _args, { prisma }) =>
        prisma.role.findUnique({ ...query, where: { id: roleId ?? none } }),
    }),
    organizationRole: t.prismaField({
      type: OrganizationRole,
      ...insideOrganizations('organization-roles:read'),
      description: 'The organization role; null when it is held through a role.',
      resolve: (query, { organizationRoleId }, _args, { prisma }) =>
        prisma.organizationRole.findUnique({ ...query, where: { id: organizationRoleId ?? none } }),
    }),
    organization: t.prismaField({
      type: Organization,
      ...insideOrganizations('organizations:read'),
      description: 'Where the user holds the organization role; null when it is held through a role.',
      resolve: (query, { organizationId }, _args, { prisma }) =>
        prisma.organization.findUnique({ ...query, where: { id: organizationId ?? none } }),
    }),
  }),
});

/** A scope is seldom held in more ways. */
export const fewHoldings = { field: 1, multiplier: 2 };
