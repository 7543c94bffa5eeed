import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { all, equals, hasPart, hasWord, idFilter, linkFilter, none, searched, some } from '../conditions.ts';
import { defineList, namedRecordOrder } from '../list.ts';

export const scopes = defineList<Prisma.ScopeWhereInput>()({
  name: 'scopes',
  kind: 'scope',
  summary: 'Scopes of API resources. Roles and organization roles grant scopes.',
  searchDescription:
    'Case-insensitive search in scopes: any part of the name, or the start of a word of the description.',
  filter: z.strictObject({
    name: z.string().max(256).optional().describe('Only scopes with this name, at most one per API resource.'),
    apiResourceId: idFilter('apiResource', 'Only scopes of this API resource.'),
    roleId: linkFilter('role', 'Only scopes that this role grants.'),
    notInRoleId: linkFilter('role', 'Only scopes that this role does not grant.'),
    notInOrganizationRoleId: linkFilter('organizationRole', 'Only scopes that this organization role does not grant.'),
    organizationRoleId: linkFilter('organizationRole', 'Only scopes that this organization role grants.'),
  }),
  order: namedRecordOrder,
  where: ({ filter, search }) =>
    all(
      equals('name', filter.name),
      equals('apiResourceId', filter.apiResourceId),
      some('roles', equals('roleId', filter.roleId)),
      some('organizationRoles', equals('organizationRoleId', filter.organizationRoleId)),
      none('roles', equals('roleId', filter.notInRoleId)),
      none('organizationRoles', equals('organizationRoleId', filter.notInOrganizationRoleId)),
      searched(search, (text) => [hasPart('name', text), ...hasWord('description', text)]),
    ),
  within: () => null,
});
