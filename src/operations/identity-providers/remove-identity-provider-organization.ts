import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema, recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { findProviderOrganization } from '../../store/identity-providers/provider-organizations.ts';
import { identityProviderOrganizationOf } from '../../store/records/shapes.ts';
import { lock } from '../../store/row-locks/row-locks.ts';
import { kinds } from '../../vocabulary/kinds.ts';

export const removeIdentityProviderOrganization = defineOperation({
  name: 'removeIdentityProviderOrganization',
  summary: 'Remove an identity provider from an organization. People who have joined by it remain members.',
  words: {
    title: 'Remove {identityProviderId} from {organizationId}',
    button: 'Remove {identityProviderId}',
    danger: 'People do not join by this identity provider any more. Those who have joined remain members.',
  },
  permission: 'identity-providers:write',
  recentSignIn: true,
  record: 'organizationId',
  route: { method: 'DELETE', path: '/organizations/:organizationId/identity-providers/:identityProviderId' },
  input: z.strictObject({
    organizationId: recordId('organization'),
    identityProviderId: idSchema('identityProvider').describe('The identity provider to remove.'),
  }),
  output: { organization: entity('Organization', 'The updated organization.') },
  always: ['Organization.IdentityProviders.Updated'],
  async run({ tx, emit }, { organizationId, identityProviderId }) {
    await lock(tx, 'organization', organizationId, 'organizationId');
    const ids = { identityProviderId, organizationId };
    const before = await findProviderOrganization(tx, ids);
    if (!before) throw notFound(kinds.identityProviderOrganization.label, 'identityProviderId');
    await tx.identityProviderOrganization.delete({ where: { identityProviderId_organizationId: ids } });
    const delta = { addedIdentityProviders: [], removedIdentityProviders: [identityProviderOrganizationOf(before)] };
    emit('Organization.IdentityProviders.Updated', organizationId, { organizationId, ...delta }, organizationId);
    return { organization: organizationId };
  },
});
