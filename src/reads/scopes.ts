import { z } from 'zod';
import type { Prisma } from '../generated/prisma/client.ts';
import { all, equals, hasPart, hasWord, idFilter, linkFilter, searched, some } from './conditions.ts';
import { defineList } from './list.ts';

export const scopes = defineList<Prisma.ScopeWhereInput>()({
  name: 'scopes',
  kind: 'scope',
  summary: 'Permissions on API resources, which roles hold.',
  searchDescription: 'Scopes whose name contains this, or a word of whose description begins with it, in any case.',
  filter: z.strictObject({
    name: z.string().max(256).optional().describe('Those of this name: one per API resource at most.'),
    apiResourceId: idFilter('apiResource', 'Those of this API resource.'),
    roleId: linkFilter('role', 'Those that this role holds.'),
    organizationRoleId: linkFilter('organizationRole', 'Those that this organization role holds.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'When the scope was created.' },
    updatedAt: { type: 'time', description: 'When the scope was last changed.' },
    name: { description: 'Name.' },
  },
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
