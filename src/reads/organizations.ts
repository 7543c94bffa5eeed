import { z } from 'zod';
import type { Prisma } from '../generated/prisma/client.ts';
import { all, between, equals, hasNameWord, linkFilter, searched, some, timeFilter } from './conditions.ts';
import { defineList } from './list.ts';

export const organizations = defineList<Prisma.OrganizationWhereInput>()({
  name: 'organizations',
  kind: 'organization',
  summary: 'Customers of the customer: people and applications are their members.',
  // Not the description: there may be as many organizations as users, and a search has to be answered from an index.
  searchDescription: 'Organizations a word of whose name begins with this, in any case.',
  filter: z.strictObject({
    userId: linkFilter('user', 'Those that this user belongs to.'),
    applicationId: linkFilter('application', 'Those that this application belongs to.'),
    createdAfter: timeFilter('Created at this instant or later.'),
    createdBefore: timeFilter('Created before this instant.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'When the organization was created.' },
    updatedAt: { type: 'time', description: 'When the organization was last changed.' },
    name: { description: 'Name.' },
  },
  where: ({ filter, search }) =>
    all(
      some('users', equals('userId', filter.userId)),
      some('applications', equals('applicationId', filter.applicationId)),
      between('createdAt', filter.createdAfter, filter.createdBefore),
      searched(search, (text) => hasNameWord(text)),
    ),
  within: (organizationIds) => ({ id: { in: [...organizationIds] } }),
});
