import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { all, equals, flagFilter, hasWord, linkFilter, none, searched, some } from '../conditions.ts';
import { defineList, namedRecordOrder } from '../list.ts';

export const roles = defineList<Prisma.RoleWhereInput>()({
  name: 'roles',
  kind: 'role',
  summary: 'Named sets of scopes, which users and applications can be assigned.',
  searchDescription: 'Case-insensitive search in roles: the start of a word of the name or description.',
  filter: z.strictObject({
    isDefault: flagFilter('Only roles that are assigned to new users if true, only the others if false.'),
    scopeId: linkFilter('scope', 'Only roles that grant this scope.'),
    userId: linkFilter('user', 'Only roles of this user.'),
    applicationId: linkFilter('application', 'Only roles of this application.'),
    notOfUserId: linkFilter('user', 'Only roles that this user does not have.'),
    notOfApplicationId: linkFilter('application', 'Only roles that this application does not have.'),
  }),
  order: namedRecordOrder,
  where: ({ filter, search }) =>
    all(
      equals('isDefault', filter.isDefault),
      some('scopes', equals('scopeId', filter.scopeId)),
      some('users', equals('userId', filter.userId)),
      some('applications', equals('applicationId', filter.applicationId)),
      none('users', equals('userId', filter.notOfUserId)),
      none('applications', equals('applicationId', filter.notOfApplicationId)),
      searched(search, (text) => [...hasWord('name', text), ...hasWord('description', text)]),
    ),
  within: () => null,
});
