import { requires } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { Scope } from './api-resource.ts';
import { OrganizationRole, OrganizationScope } from '../organizations/organization-role.ts';
import { Role } from './role.ts';

builder.prismaObjectFields(Scope, (t) => ({
  roles: t.field({
    type: [Role],
    ...requires('roles:read'),
    description: 'Roles that grant the scope, sorted by creation time. `roles(filter: { scopeId })` has pages.',
    select: (_args, _context, role) => ({ roles: { orderBy: { roleId: 'asc' }, select: { role: role() } } }),
    resolve: ({ roles }) => roles.map(({ role }) => role),
  }),
  organizationRoles: t.field({
    type: [OrganizationRole],
    ...requires('organization-roles:read'),
    description:
      'Organization roles that grant the scope, sorted by creation time. `organizationRoles(filter: { scopeId })` has pages.',
    select: (_args, _context, role) => ({
      organizationRoles: { orderBy: { organizationRoleId: 'asc' }, select: { organizationRole: role() } },
    }),
    resolve: ({ organizationRoles }) => organizationRoles.map(({ organizationRole }) => organizationRole),
  }),
}));

builder.prismaObjectField(OrganizationScope, 'organizationRoles', (t) =>
  t.field({
    type: [OrganizationRole],
    ...requires('organization-roles:read'),
    description:
      'Organization roles that grant the scope, sorted by creation time. `organizationRoles(filter: { organizationScopeId })` has pages.',
    select: (_args, _context, role) => ({
      organizationRoles: { orderBy: { organizationRoleId: 'asc' }, select: { organizationRole: role() } },
    }),
    resolve: ({ organizationRoles }) => organizationRoles.map(({ organizationRole }) => organizationRole),
  }),
);
