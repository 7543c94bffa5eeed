import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockProvider, readProvider } from '../../store/identity-providers/providers.ts';
import { identityProviderOf } from '../../store/records/shapes.ts';
import { providerTestStepShape } from '../../vocabulary/identity-providers/identity-provider-shapes.ts';
import { field } from '../../vocabulary/shape-parts.ts';

export const testIdentityProvider = defineOperation({
  name: 'testIdentityProvider',
  summary:
    'Test the settings of an identity provider, enabled or not, up to the first step that fails. No person signs in. A dry run calls nothing.',
  words: {
    title: 'Test {identityProviderId}',
    button: 'Test settings',
    note: 'The provider is called when you press the button, not before. No person signs in.',
    danger: null,
  },
  permission: 'identity-providers:write',
  recentSignIn: true,
  route: { method: 'POST', path: '/identity-providers/:identityProviderId/test' },
  input: z.strictObject({
    identityProviderId: idSchema('identityProvider').describe('The identity provider to test.'),
  }),
  output: {
    identityProvider: entity('IdentityProvider'),
    steps: field(z.array(providerTestStepShape), 'The steps up to the first one that failed; none in a dry run.', []),
  },
  always: ['IdentityProvider.Tested'],
  prepare: ({ testProvider }, { identityProviderId }) => testProvider(identityProviderId),
  async run({ tx, emit }, { identityProviderId: id }, steps) {
    await lockProvider(tx, id);
    const identityProvider = await readProvider(tx, id);
    const failure = steps?.find(({ isPassed }) => !isPassed)?.step ?? null;
    emit('IdentityProvider.Tested', id, { identityProvider: identityProviderOf(identityProvider), failure });
    return { identityProvider, steps: steps ?? [] };
  },
});
