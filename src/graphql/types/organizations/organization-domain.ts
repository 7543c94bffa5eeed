import { organizationDomains } from '../../../reads/lists/organization-domains.ts';
import { organizationDomainShape } from '../../../vocabulary/records/organization-shapes.ts';
import { heldOrganizationRoles } from '../../../store/records/role-holders.ts';
import { ofOrganization, readableWithin, requiresIn, organizationIdOf } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { addRelatedList } from '../../schema/related-lists.ts';
import { exposeShape } from '../../schema/shapes.ts';
import { Organization } from './organization.ts';
import { OrganizationRole } from './organization-role.ts';
import { summaries } from '../../../reads/summaries.ts';

builder.prismaObject('OrganizationDomain', {
  select: { organizationId: true, domain: true },
  description:
    'A domain of an organization: people with a verified email address of the domain join. Requires the permission organizations:read.',
  authScopes: readableWithin('organizations:read', ofOrganization),
  fields: (t) => ({
    ...exposeShape(t, organizationDomainShape),
    organization: t.relation('organization', requiresIn('organizations:read', organizationIdOf)),
    organizationRoles: t.field({
      type: [OrganizationRole],
      ...requiresIn('organization-roles:read', organizationIdOf),
      description: 'Organization roles that people get on joining, sorted by creation time.',
      select: (_args, _context, role) => ({
        roles: { ...heldOrganizationRoles, select: { organizationRole: role() } },
      }),
      resolve: ({ roles }) => roles.map(({ organizationRole }) => organizationRole),
    }),
  }),
});

addRelatedList(Organization, {
  field: 'domains',
  relation: 'domains',
  list: organizationDomains,
  table: 'organization_domains',
  owner: 'organizationId',
  access: requiresIn('organizations:read', ({ id }: { id: string }) => id),
  description: summaries.organizationDomains,
});
