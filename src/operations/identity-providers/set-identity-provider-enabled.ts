import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { requireSecret } from '../../domain/identity-providers/provider-rules.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { withProviderDomains } from '../../store/identity-providers/parts.ts';
import { lockProvider, openSecrets } from '../../store/identity-providers/providers.ts';
import { identityProviderOf } from '../../store/records/shapes.ts';

export const setIdentityProviderEnabled = defineOperation({
  name: 'setIdentityProviderEnabled',
  summary: 'Enable an identity provider, or disable it. CONFLICT if its secret is missing.',
  words: {
    title: 'Enable or disable {identityProviderId}',
    button: 'Enable or disable',
    danger: null,
    when: {
      field: 'isEnabled',
      values: {
        true: {
          title: 'Enable {identityProviderId}',
          button: 'Enable {identityProviderId}',
          note: 'People can sign in with it from now on.',
          danger: null,
        },
        false: {
          title: 'Disable {identityProviderId}',
          button: 'Disable {identityProviderId}',
          danger: 'People who sign in with it need another way until it is enabled again. Sessions go on.',
        },
      },
    },
  },
  permission: 'identity-providers:write',
  recentSignIn: true,
  record: 'identityProviderId',
  route: { method: 'PATCH', path: '/identity-providers/:identityProviderId/is-enabled' },
  input: z.strictObject({
    identityProviderId: idSchema('identityProvider').describe('The identity provider to enable or disable.'),
    isEnabled: z.boolean().describe('`true` enables, `false` disables.'),
  }),
  output: { identityProvider: entity('IdentityProvider', 'The updated identity provider.') },
  always: ['IdentityProvider.Data.Updated'],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run({ tx, emit, unchanged }, { identityProviderId: id, isEnabled }, secretBox) {
    const before = await lockProvider(tx, id);
    if (before.isEnabled === isEnabled) return unchanged({ identityProvider: id });
    if (isEnabled) requireSecret(before, openSecrets(secretBox, before) ?? {}, 'isEnabled');
    const identityProvider = await tx.identityProvider.update({
      where: { id },
      data: { isEnabled },
      include: withProviderDomains,
    });
    emit('IdentityProvider.Data.Updated', id, {
      identityProvider: identityProviderOf(identityProvider),
      ...changeOf({ isEnabled: !isEnabled }, ['isEnabled']),
    });
    return { identityProvider };
  },
});
