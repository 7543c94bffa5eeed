import { z } from 'zod';
import { idsSchema, recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import {
  addProviderOrganization,
  findProviderOrganization,
} from '../../store/identity-providers/provider-organizations.ts';
import { replaceLinks } from '../../store/records/links.ts';
import { identityProviderOrganizationOf } from '../../store/records/shapes.ts';
import { lock, lockKeyShare } from '../../store/row-locks/row-locks.ts';

export const setIdentityProviderOrganization = defineOperation({
  name: 'setIdentityProviderOrganization',
  summary: 'Let people of an identity provider join an organization, or replace the roles they then get.',
  words: {
    title: 'Let people of {identityProviderId} join {organizationId}',
    button: 'Save identity provider',
    danger: null,
  },
  // In any organization: an administrator of one could add the employees of another.
  permission: 'identity-providers:write',
  recentSignIn: true,
  record: 'organizationId',
  route: { method: 'PUT', path: '/organizations/:organizationId/identity-providers/:identityProviderId' },
  input: z.strictObject({
    organizationId: recordId('organization'),
    identityProviderId: recordId('identityProvider'),
    organizationRoleIds: idsSchema('organizationRole')
      .default([])
      .describe('The organization roles that people get on joining.'),
  }),
  output: { organization: entity('Organization', 'The updated organization.') },
  always: ['Organization.IdentityProviders.Updated'],
  async run({ tx, actor, emit, unchanged }, { organizationRoleIds, ...ids }) {
    const { organizationId, identityProviderId } = ids;
    await lock(tx, 'identityProvider', identityProviderId, 'identityProviderId');
    await lock(tx, 'organization', organizationId, 'organizationId');
    await lockKeyShare(tx, 'organizationRole', organizationRoleIds, 'organizationRoleIds');
    const before = await findProviderOrganization(tx, ids);
    if (!before) await addProviderOrganization(tx, ids);
    const owner = [identityProviderId, organizationId];
    const { added, removed } = await replaceLinks(tx, 'identityProviderOrganizationRoles', owner, organizationRoleIds);
    if (before && !added.length && !removed.length) return unchanged({ organization: organizationId });
    await assertMayGrant({ tx, actor }, { organizationRoleIds: added, organizationId });
    const after = await findProviderOrganization(tx, ids);
    const delta = {
      addedIdentityProviders: after ? [identityProviderOrganizationOf(after)] : [],
      removedIdentityProviders: before ? [identityProviderOrganizationOf(before)] : [],
    };
    emit('Organization.IdentityProviders.Updated', organizationId, { organizationId, ...delta }, organizationId);
    return { organization: organizationId };
  },
});
