import { z } from 'zod';
import { recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockProvider, readProvider, recordFailure } from '../../store/identity-providers/providers.ts';
import { identityProviderOf } from '../../store/records/shapes.ts';

export const reportIdentityProviderFailure = defineOperation({
  name: 'reportIdentityProviderFailure',
  summary: 'Record that a sign-in failed at an identity provider, or the reading of its metadata.',
  permission: 'platform',
  route: null,
  input: z.strictObject({
    identityProviderId: recordId('identityProvider'),
    error: z.string().max(512).describe('One sentence, without anything about the person.'),
  }),
  output: { identityProvider: entity('IdentityProvider', 'The updated identity provider.') },
  always: [],
  sometimes: ['IdentityProvider.Failing'],
  async run({ tx, now, emit }, { identityProviderId: id, error }) {
    const { lastError } = await lockProvider(tx, id);
    await recordFailure(tx, { id, error, now });
    const identityProvider = await readProvider(tx, id);
    if (lastError === null)
      emit('IdentityProvider.Failing', id, { identityProvider: identityProviderOf(identityProvider) });
    return { identityProvider };
  },
});
