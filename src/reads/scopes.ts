import { z } from 'zod';
import type { Prisma } from '../generated/prisma/client.ts';
import { all, equals, hasPart, hasWord, idFilter, linkFilter, searched, some } from './conditions.ts';
import { defineList, namedRecordOrder } from './list.ts';

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
    organizationRoleId: linkFilter('organizationRole', 'Only scopes that this organization role grants.'),
  }),
  order: namedRecordOrder,
  where: ({ filter, search }) =>
    all(
      equals('name', filter.name),
      equals('apiResourceId', filter.apiResourceId),
      some('roles', equals('roleId', filter.roleId)),
      some('organizationRoles', equals('organizationRoleId', filter.organizationRoleId)),
      searched(search, (text) => [hasPart('name', text), ...hasWord('description', text)]),
    ),
  within: () => null,
});
