import { identityProviderOrganizations } from '../../../reads/lists/identity-provider-organizations.ts';
import { heldOrganizationRoles } from '../../../store/records/role-holders.ts';
import { identityProviderOrganizationShape } from '../../../vocabulary/identity-providers/identity-provider-shapes.ts';
import {
  ofOrganization,
  organizationIdOf,
  readableWithin,
  requires,
  requiresEverywhere,
  requiresIn,
} from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { addRelatedList } from '../../schema/related-lists.ts';
import { exposeShape } from '../../schema/shapes.ts';
import { Organization } from '../organizations/organization.ts';
import { OrganizationRole } from '../organizations/organization-role.ts';
import { IdentityProvider } from './identity-provider.ts';
import { summaries } from '../../../reads/summaries.ts';

builder.prismaObject('IdentityProviderOrganization', {
  select: { organizationId: true, identityProviderId: true },
  description: 'An identity provider whose people join an organization. Requires the permission organizations:read.',
  authScopes: readableWithin('organizations:read', ofOrganization),
  fields: (t) => ({
    ...exposeShape(t, identityProviderOrganizationShape),
    organization: t.relation('organization', requiresIn('organizations:read', organizationIdOf)),
    identityProvider: t.relation('identityProvider', requiresEverywhere('identity-providers:read')),
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
  field: 'identityProviders',
  relation: 'providers',
  list: identityProviderOrganizations,
  table: 'identity_provider_organizations',
  owner: 'organizationId',
  access: requiresIn('organizations:read', ({ id }: { id: string }) => id),
  description: summaries.organizationIdentityProviders,
});

addRelatedList(IdentityProvider, {
  field: 'organizations',
  relation: 'organizations',
  list: identityProviderOrganizations,
  table: 'identity_provider_organizations',
  owner: 'identityProviderId',
  access: requires('organizations:read'),
  description: 'Organizations that people join by the provider.',
});
