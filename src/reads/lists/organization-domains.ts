import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { withOrganizationRole } from '../../store/records/role-holders.ts';
import { all, beginsWith, equals, idFilter, linkFilter, normalFilter, searched } from '../conditions.ts';
import { defineList, type Key } from '../list.ts';

const text = (column: string): Key => ({ column, type: 'text', nullable: false });

export const organizationDomains = defineList<Prisma.OrganizationDomainWhereInput>()({
  name: 'organizationDomains',
  kind: 'organizationDomain',
  summary: 'Domains of organizations: people with a verified email address of the domain join the organization.',
  searchDescription: 'Case-insensitive search in domains: the start of the domain.',
  filter: z.strictObject({
    organizationId: idFilter('organization', 'Only domains of this organization.'),
    domain: normalFilter('Only this domain, in any case.', 253),
    organizationRoleId: linkFilter('organizationRole', 'Only domains whose people get this organization role.'),
  }),
  order: {
    domain: { description: 'Domain.' },
    createdAt: { type: 'time', description: 'Time of creation.' },
  },
  tie: [text('organizationId'), text('domain')],
  where: ({ filter, search }) =>
    all(
      equals('organizationId', filter.organizationId),
      equals('domain', filter.domain),
      withOrganizationRole(filter.organizationRoleId),
      searched(search, (typed) => [beginsWith('domain', typed)]),
    ),
  within: (organizationIds) => ({ organizationId: { in: [...organizationIds] } }),
});
