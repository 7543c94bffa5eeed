import { z } from 'zod';
import type { Prisma } from '../generated/prisma/client.ts';
import { all, equals, flagFilter, hasWord, linkFilter, searched, some } from './conditions.ts';
import { defineList } from './list.ts';

export const roles = defineList<Prisma.RoleWhereInput>()({
  name: 'roles',
  kind: 'role',
  summary: 'Named sets of scopes, held by users and by applications.',
  searchDescription: 'Roles a word of whose name or description begins with this, in any case.',
  filter: z.strictObject({
    isDefault: flagFilter('Those that users created from now on hold from the start, or the others.'),
    scopeId: linkFilter('scope', 'Those that hold this scope.'),
    userId: linkFilter('user', 'Those that this user holds.'),
    applicationId: linkFilter('application', 'Those that this application holds.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'When the role was created.' },
    updatedAt: { type: 'time', description: 'When the role was last changed.' },
    name: { description: 'Name.' },
  },
  where: ({ filter, search }) =>
    all(
      equals('isDefault', filter.isDefault),
      some('scopes', equals('scopeId', filter.scopeId)),
      some('users', equals('userId', filter.userId)),
      some('applications', equals('applicationId', filter.applicationId)),
      searched(search, (text) => [...hasWord('name', text), ...hasWord('description', text)]),
    ),
  within: () => null,
});
