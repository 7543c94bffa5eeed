import { z } from 'zod';
import type { Prisma } from '../generated/prisma/client.ts';
import { all, equals, hasPart, hasWord, idFilter, linkFilter, searched, some } from './conditions.ts';
import { defineList } from './list.ts';

export const organizationRoles = defineList<Prisma.OrganizationRoleWhereInput>()({
  name: 'organizationRoles',
  kind: 'organizationRole',
  summary: 'Roles that members hold within an organization, defined once for all organizations.',
  searchDescription: 'Organization roles a word of whose name or description begins with this, in any case.',
  filter: z.strictObject({
    organizationScopeId: idFilter('organizationScope', 'Those that hold this organization scope.'),
    scopeId: linkFilter('scope', 'Those that hold this scope of an API resource.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'When the organization role was created.' },
    updatedAt: { type: 'time', description: 'When the organization role was last changed.' },
    name: { description: 'Name.' },
  },
  where: ({ filter, search }) =>
    all(
      some('scopes', equals('organizationScopeId', filter.organizationScopeId)),
      some('apiScopes', equals('scopeId', filter.scopeId)),
      searched(search, (text) => [...hasWord('name', text), ...hasWord('description', text)]),
    ),
  // They are the same for every organization.
  within: () => ({}),
});

export const organizationScopes = defineList<Prisma.OrganizationScopeWhereInput>()({
  name: 'organizationScopes',
  kind: 'organizationScope',
  summary: 'Permissions that mean something inside an organization only.',
  searchDescription:
    'Organization scopes whose name contains this, or a word of whose description begins with it, in any case.',
  filter: z.strictObject({
    organizationRoleId: idFilter('organizationRole', 'Those that this organization role holds.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'When the organization scope was created.' },
    updatedAt: { type: 'time', description: 'When the organization scope was last changed.' },
    name: { description: 'Name.' },
  },
  where: ({ filter, search }) =>
    all(
      some('organizationRoles', equals('organizationRoleId', filter.organizationRoleId)),
      searched(search, (text) => [hasPart('name', text), ...hasWord('description', text)]),
    ),
  within: () => ({}),
});
