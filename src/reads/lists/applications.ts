import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { whereSuspended } from '../../store/access/suspended-applications.ts';
import { withRole } from '../../store/records/role-holders.ts';
import { applicationKinds, applicationTypes } from '../../vocabulary/resources.ts';
import {
  all,
  between,
  createdFilters,
  equals,
  everywhereFilter,
  flagFilter,
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
    kind: z.enum(applicationKinds).optional().describe('Only applications of this kind.'),
    ownerId: linkFilter('user', 'Only applications of this owner.'),
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
    targetsRestricted: everywhereFilter(
      'applications:read',
      flagFilter(
        'Only applications that can exchange tokens only for certain API resources if true, those without this rule if false.',
      ),
    ),
    targetResourceId: everywhereFilter(
      'applications:read',
      linkFilter('apiResource', 'Only applications whose exchange rules name this API resource as a target.'),
    ),
    isSuspended: flagFilter('Only applications that are suspended or have expired if true, only active ones if false.'),
    roleId: linkFilter('role', 'Only applications with this role.'),
    organizationId: linkFilter('organization', 'Only members of this organization.'),
    servedResourceId: linkFilter('apiResource', 'Only applications that serve this API resource.'),
    ...createdFilters,
  }),
  order: namedRecordOrder,
  where: ({ filter, search, now }) =>
    all(
      equals('type', filter.type),
      equals('kind', filter.kind),
      equals('ownerId', filter.ownerId),
      equals('isThirdParty', filter.isThirdParty),
      equals('tokenExchangeAllowed', filter.tokenExchangeAllowed),
      equals('managementApiAllowed', filter.managementApiAllowed),
      equals('impersonationAllowed', filter.impersonationAllowed),
      equals('accountApiAllowed', filter.accountApiAllowed),
      equals('targetsRestricted', filter.targetsRestricted),
      filter.isSuspended === undefined ? {} : whereSuspended(filter.isSuspended, now),
      withRole(filter.roleId),
      some('organizations', equals('organizationId', filter.organizationId)),
      some('serves', equals('apiResourceId', filter.servedResourceId)),
      some('targets', equals('apiResourceId', filter.targetResourceId)),
      between('createdAt', filter.createdAfter, filter.createdBefore),
      searched(search, (text) => [...hasWord('name', text), ...hasWord('description', text)]),
    ),
  within: (organizationIds) => ({ organizations: { some: { organizationId: { in: [...organizationIds] } } } }),
});
