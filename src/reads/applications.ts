import { z } from 'zod';
import type { Prisma } from '../generated/prisma/client.ts';
import { applicationTypes } from '../vocabulary/resources.ts';
import {
  all,
  between,
  equals,
  flagFilter,
  hasValue,
  hasWord,
  linkFilter,
  searched,
  some,
  timeFilter,
} from './conditions.ts';
import { defineList } from './list.ts';

export const applications = defineList<Prisma.ApplicationWhereInput>()({
  name: 'applications',
  kind: 'application',
  summary: 'OAuth clients.',
  searchDescription: 'Applications a word of whose name or description begins with this, in any case.',
  filter: z.strictObject({
    type: z.enum(applicationTypes).optional().describe('Those of this type.'),
    isThirdParty: flagFilter("Someone else's, or our own."),
    tokenExchangeAllowed: flagFilter('Those whose switch "Allow token exchange" is on, or off.'),
    isSuspended: flagFilter('Those that are suspended, or those that are not.'),
    roleId: linkFilter('role', 'Those that hold this role.'),
    organizationId: linkFilter('organization', 'Members of this organization.'),
    createdAfter: timeFilter('Created at this instant or later.'),
    createdBefore: timeFilter('Created before this instant.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'When the application was created.' },
    updatedAt: { type: 'time', description: 'When the application was last changed.' },
    name: { description: 'Name.' },
  },
  where: ({ filter, search }) =>
    all(
      equals('type', filter.type),
      equals('isThirdParty', filter.isThirdParty),
      equals('tokenExchangeAllowed', filter.tokenExchangeAllowed),
      hasValue('suspendedAt', filter.isSuspended),
      some('roles', equals('roleId', filter.roleId)),
      some('organizations', equals('organizationId', filter.organizationId)),
      between('createdAt', filter.createdAfter, filter.createdBefore),
      searched(search, (text) => [...hasWord('name', text), ...hasWord('description', text)]),
    ),
  within: (organizationIds) => ({ organizations: { some: { organizationId: { in: [...organizationIds] } } } }),
});
