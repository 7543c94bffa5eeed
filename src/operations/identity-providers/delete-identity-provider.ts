import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { conflict } from '../../domain/failure.ts';
import { maxUnlinked } from '../../domain/identity-providers/provider-rules.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { withProviderDomains } from '../../store/identity-providers/parts.ts';
import { findHolders } from '../../store/identity-providers/identities.ts';
import { clearProviderOrganizations } from '../../store/identity-providers/provider-organizations.ts';
import { lockProvider } from '../../store/identity-providers/providers.ts';
import { lockUsers } from '../../store/records/users.ts';
import { identityProviderOf, identityProviderOrganizationOf, userOf } from '../../store/records/shapes.ts';
import { bumpVersions } from '../../store/row-locks/versions.ts';
import { deletedIdOf } from '../../vocabulary/ids.ts';

export const deleteIdentityProvider = defineOperation({
  name: 'deleteIdentityProvider',
  summary: `Delete an identity provider with its secrets. Identities of it are unlinked, at most ${maxUnlinked}: CONFLICT with more, disable it instead.`,
  words: {
    title: 'Delete {identityProviderId}',
    button: 'Delete {identityProviderId}',
    danger: 'People cannot sign in with it any more; its identities are unlinked. There is no way back.',
  },
  permission: 'identity-providers:write',
  recentSignIn: true,
  record: 'identityProviderId',
  route: { method: 'DELETE', path: '/identity-providers/:identityProviderId' },
  input: z.strictObject({
    identityProviderId: idSchema('identityProvider').describe('The identity provider to delete.'),
  }),
  output: { deletedIdentityProviderId: deletedIdOf('identityProvider') },
  always: ['IdentityProvider.Deleted'],
  sometimes: ['User.Data.Updated', 'Organization.IdentityProviders.Updated'],
  async run({ tx, emit }, { identityProviderId }) {
    await lockProvider(tx, identityProviderId);
    const holders = await findHolders(tx, identityProviderId, maxUnlinked + 1);
    if (holders.length > maxUnlinked) {
      const message = `Users have more than ${maxUnlinked} identities of it: disable it instead.`;
      throw conflict(message, 'identityProviderId');
    }
    for (const joined of await clearProviderOrganizations(tx, identityProviderId)) {
      const { organizationId } = joined;
      const delta = { addedIdentityProviders: [], removedIdentityProviders: [identityProviderOrganizationOf(joined)] };
      emit('Organization.IdentityProviders.Updated', organizationId, { organizationId, ...delta }, organizationId);
    }
    const ids = [...new Set(holders)].sort();
    const users = await lockUsers(tx, ids, 'identityProviderId');
    await tx.userIdentity.deleteMany({ where: { identityProviderId } });
    await bumpVersions(tx, 'user', ids);
    for (const user of users)
      emit('User.Data.Updated', user.id, { user: userOf(user), ...changeOf(userOf(user), ['identities']) });
    const provider = await tx.identityProvider.delete({
      where: { id: identityProviderId },
      include: withProviderDomains,
    });
    emit('IdentityProvider.Deleted', identityProviderId, { identityProvider: identityProviderOf(provider) });
    return { deletedIdentityProviderId: identityProviderId };
  },
});
