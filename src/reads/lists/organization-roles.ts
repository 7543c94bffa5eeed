import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { all, equals, hasPart, hasWord, idFilter, linkFilter, none, searched, some } from '../conditions.ts';
import { defineList, namedRecordOrder } from '../list.ts';

export const organizationRoles = defineList<Prisma.OrganizationRoleWhereInput>()({
  name: 'organizationRoles',
  kind: 'organizationRole',
  summary: 'Roles that members can have in organizations. They are defined once for all organizations.',
  searchDescription: 'Case-insensitive search in organization roles: the start of a word of the name or description.',
  filter: z.strictObject({
    organizationScopeId: idFilter('organizationScope', 'Only organization roles that grant this organization scope.'),
    scopeId: linkFilter('scope', 'Only organization roles that grant this scope of an API resource.'),
  }),
  order: namedRecordOrder,
  where: ({ filter, search }) =>
    all(
      some('scopes', equals('organizationScopeId', filter.organizationScopeId)),
      some('apiScopes', equals('scopeId', filter.scopeId)),
      searched(search, (text) => [...hasWord('name', text), ...hasWord('description', text)]),
    ),
  // They are the same for all organizations.
  within: () => ({}),
});

export const organizationScopes = defineList<Prisma.OrganizationScopeWhereInput>()({
  name: 'organizationScopes',
  kind: 'organizationScope',
  summary: 'Scopes that only have an effect in an organization.',
  searchDescription:
    'Case-insensitive search in organization scopes: any part of the name, or the start of a word of the description.',
  filter: z.strictObject({
    organizationRoleId: idFilter('organizationRole', 'Only organization scopes that this organization role grants.'),
    notInOrganizationRoleId: idFilter(
      'organizationRole',
      'Only organization scopes that this organization role does not grant.',
    ),
  }),
  order: namedRecordOrder,
  where: ({ filter, search }) =>
    all(
      some('organizationRoles', equals('organizationRoleId', filter.organizationRoleId)),
      none('organizationRoles', equals('organizationRoleId', filter.notInOrganizationRoleId)),
      searched(search, (text) => [hasPart('name', text), ...hasWord('description', text)]),
    ),
  within: () => ({}),
});
