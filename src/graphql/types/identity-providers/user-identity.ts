import { userIdentities } from '../../../reads/lists/user-identities.ts';
import { userIdentityShape } from '../../../vocabulary/identity-providers/identity-provider-shapes.ts';
import { readableWith, requires, requiresEverywhere } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { addRelatedList } from '../../schema/related-lists.ts';
import { exposeShape } from '../../schema/shapes.ts';
import { Node } from '../node.ts';
import { User } from '../people/user.ts';
import { IdentityProvider } from './identity-provider.ts';

builder.prismaObject('UserIdentity', {
  interfaces: [Node],
  select: { id: true },
  description: 'An account at an identity provider, with which a user can sign in. Requires the permission users:read.',
  authScopes: readableWith('users:read'),
  fields: (t) => ({
    ...exposeShape(t, userIdentityShape),
    user: t.relation('user', { ...requiresEverywhere('users:read'), description: 'User of the identity.' }),
    identityProvider: t.relation('identityProvider', requiresEverywhere('identity-providers:read')),
  }),
});

builder.prismaObjectFields(User, (t) => ({
  identities: t.relation('identities', {
    ...requiresEverywhere('users:read'),
    query: { where: { unlinkedAt: null }, orderBy: { id: 'asc' } },
    description: 'Accounts at identity providers with which the user can sign in, sorted by the time of linking.',
  }),
}));

addRelatedList(IdentityProvider, {
  field: 'identities',
  relation: 'identities',
  list: userIdentities,
  table: 'user_identities',
  existing: userIdentities.existing,
  existingRows: 'unlinked_at IS NULL',
  owner: 'identityProviderId',
  access: requires('users:read'),
  description: 'Identities of users at the provider.',
});
