import { organizationRoleShape, organizationScopeShape } from '../../../vocabulary/records/organization-shapes.ts';
import { requires, ofAnyOrganization, readableWithin } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { exposeShape } from '../../schema/shapes.ts';
import { Scope } from '../access/api-resource.ts';
import { Named, Node } from '../node.ts';

export const OrganizationScope = builder.prismaObject('OrganizationScope', {
  interfaces: [Node, Named],
  select: { id: true },
  description:
    'A scope that only has an effect in an organization. Organization roles grant organization scopes. Requires the permission organization-roles:read.',
  authScopes: readableWithin('organization-roles:read', ofAnyOrganization),
  fields: (t) => exposeShape(t, organizationScopeShape),
});

export const OrganizationRole = builder.prismaObject('OrganizationRole', {
  interfaces: [Node, Named],
  select: { id: true },
  description:
    'A role that members can have in an organization. It is defined once for all organizations. Requires the permission organization-roles:read.',
  authScopes: readableWithin('organization-roles:read', ofAnyOrganization),
  fields: (t) => ({
    ...exposeShape(t, organizationRoleShape),
    organizationScopes: t.field({
      type: [OrganizationScope],
      ...requires('organization-roles:read'),
      description:
        'Organization scopes that the role grants, sorted by creation time. `organizationScopes(filter: { organizationRoleId })` has pages.',
      select: (_args, _context, scope) => ({
        scopes: { orderBy: { organizationScopeId: 'asc' }, select: { organizationScope: scope() } },
      }),
      resolve: ({ scopes }) => scopes.map(({ organizationScope }) => organizationScope),
    }),
    scopes: t.field({
      type: [Scope],
      ...requires('resources:read'),
      description:
        'Scopes of API resources that the role grants to members in a token exchange, sorted by creation time. `scopes(filter: { organizationRoleId })` has pages.',
      select: (_args, _context, scope) => ({ apiScopes: { orderBy: { scopeId: 'asc' }, select: { scope: scope() } } }),
      resolve: ({ apiScopes }) => apiScopes.map(({ scope }) => scope),
    }),
  }),
});
