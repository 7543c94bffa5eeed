import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { withOrganizationRole } from '../../store/records/role-holders.ts';
import { all, equals, idFilter, linkFilter } from '../conditions.ts';
import { defineList, type Key } from '../list.ts';

const text = (column: string): Key => ({ column, type: 'text', nullable: false });

export const identityProviderOrganizations = defineList<Prisma.IdentityProviderOrganizationWhereInput>()({
  name: 'identityProviderOrganizations',
  kind: 'identityProviderOrganization',
  summary: 'Identity providers whose people join an organization.',
  filter: z.strictObject({
    organizationId: idFilter('organization', 'Only identity providers of this organization.'),
    identityProviderId: idFilter('identityProvider', 'Only organizations of this identity provider.'),
    organizationRoleId: linkFilter(
      'organizationRole',
      'Only identity providers whose people get this organization role.',
    ),
  }),
  order: { createdAt: { type: 'time', description: 'Time of creation.' } },
  tie: [text('organizationId'), text('identityProviderId')],
  where: ({ filter }) =>
    all(
      equals('organizationId', filter.organizationId),
      equals('identityProviderId', filter.identityProviderId),
      withOrganizationRole(filter.organizationRoleId),
    ),
  within: (organizationIds) => ({ organizationId: { in: [...organizationIds] } }),
});
