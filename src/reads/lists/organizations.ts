import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { all, between, createdFilters, equals, hasNameWord, linkFilter, searched, some } from '../conditions.ts';
import { defineList, namedRecordOrder } from '../list.ts';

export const organizations = defineList<Prisma.OrganizationWhereInput>()({
  name: 'organizations',
  kind: 'organization',
  summary: 'Tenants, with users and applications as members.',
  // Not the description: there can be as many organizations as users, so a search needs an index.
  searchDescription: 'Case-insensitive search in organizations: the start of a word of the name.',
  filter: z.strictObject({
    userId: linkFilter('user', 'Only organizations of this user.'),
    applicationId: linkFilter('application', 'Only organizations of this application.'),
    ...createdFilters,
  }),
  order: namedRecordOrder,
  where: ({ filter, search }) =>
    all(
      some('users', equals('userId', filter.userId)),
      some('applications', equals('applicationId', filter.applicationId)),
      between('createdAt', filter.createdAfter, filter.createdBefore),
      searched(search, (text) => hasNameWord(text)),
    ),
  within: (organizationIds) => ({ id: { in: [...organizationIds] } }),
});
