import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { withRole } from '../../store/records/role-holders.ts';
import { applicationTypes } from '../../vocabulary/resources.ts';
import {
  all,
  between,
  createdFilters,
  equals,
  flagFilter,
  hasValue,
  hasWord,
  linkFilter,
  searched,
  some,
} from '../conditions.ts';
import { defineList, namedRecordOrder } from '../list.ts';

export const applications = defineList<Prisma.ApplicationWhereInput>()({
  name: 'applications',
  kind: 'application',
  summary: 'OAuth clients.',
  searchDescription: 'Case-insensitive search in applications: the start of a word of the name or description.',
  filter: z.strictObject({
    type: z.enum(applicationTypes).optional().describe('Only applications of this type.'),
    isThirdParty: flagFilter('Only third-party applications if true, only first-party ones if false.'),
    tokenExchangeAllowed: flagFilter(
      'Only applications whose switch "Allow token exchange" is on if true, off if false.',
    ),
    managementApiAllowed: flagFilter(
      'Only applications whose switch "Allow the Management API" is on if true, off if false.',
    ),
    impersonationAllowed: flagFilter(
      'Only applications whose switch "Allow impersonation" is on if true, off if false.',
    ),
    accountApiAllowed: flagFilter(
      'Only applications whose switch "Allow the Account API" is on if true, off if false.',
    ),
    isSuspended: flagFilter('Only suspended applications if true, only active ones if false.'),
    roleId: linkFilter('role', 'Only applications with this role.'),
    organizationId: linkFilter('organization', 'Only members of this organization.'),
    ...createdFilters,
  }),
  order: namedRecordOrder,
  where: ({ filter, search }) =>
    all(
      equals('type', filter.type),
      equals('isThirdParty', filter.isThirdParty),
      equals('tokenExchangeAllowed', filter.tokenExchangeAllowed),
      equals('managementApiAllowed', filter.managementApiAllowed),
      equals('impersonationAllowed', filter.impersonationAllowed),
      equals('accountApiAllowed', filter.accountApiAllowed),
      hasValue('suspendedAt', filter.isSuspended),
      withRole(filter.roleId),
      some('organizations', equals('organizationId', filter.organizationId)),
      between('createdAt', filter.createdAfter, filter.createdBefore),
      searched(search, (text) => [...hasWord('name', text), ...hasWord('description', text)]),
    ),
  within: (organizationIds) => ({ organizations: { some: { organizationId: { in: [...organizationIds] } } } }),
});
