import { z } from 'zod';
import { invalidField } from '../../domain/failure.ts';
import { trialLifetime } from '../../domain/identity-providers/trial.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockProvider, readProvider } from '../../store/identity-providers/providers.ts';
import { lockUser } from '../../store/records/users.ts';
import { addTrial } from '../../store/identity-providers/trials.ts';
import { identityProviderOf } from '../../store/records/shapes.ts';
import { trialPath } from '../../vocabulary/identity-providers/identity-provider-presets.ts';
import { exampleIdOf, idOf } from '../../vocabulary/ids.ts';
import { exampleTimes, field, time, url } from '../../vocabulary/shape-parts.ts';

export const startIdentityProviderTrial = defineOperation({
  name: 'startIdentityProviderTrial',
  summary:
    'Start a trial sign-in with an identity provider, enabled or not: the protocol runs as in a sign-in, and the result shows the claims, what is read from them, and what would follow. No account is changed. It replaces an earlier trial of the user with the provider.',
  words: {
    title: 'Try signing in with {identityProviderId}',
    button: 'Start trial sign-in',
    note: 'You sign in at the provider, and then see its claims and what would follow from them. No account is changed.',
    danger: null,
  },
  permission: 'identity-providers:write',
  recentSignIn: true,
  route: { method: 'POST', path: '/identity-providers/:identityProviderId/trials' },
  input: z.strictObject({
    identityProviderId: idSchema('identityProvider').describe('The identity provider to try.'),
    userId: idSchema('user')
      .nullish()
      .describe(
        'The user who opens the address, and alone reads the result. Default: the caller. Required of applications.',
      ),
  }),
  output: {
    identityProvider: entity('IdentityProvider'),
    trialId: field(
      idOf('identityProviderTrial'),
      'Id of the trial, by which its result is read.',
      exampleIdOf('identityProviderTrial'),
    ),
    url: field(
      url,
      'Address that the user opens in the browser in which they are signed in. It leads to the provider, and back to the result in the console.',
      'https://id.example.com/sign-in/trials/trial_01h455vb4pex5vsknk084sn02q',
    ),
    expiresAt: field(time, 'Time at which the trial and its result are deleted.', exampleTimes.later),
  },
  always: ['IdentityProvider.Trial.Started'],
  prepare: ({ publicUrl }) => Promise.resolve(publicUrl),
  async run({ tx, actor, ids, now, emit }, { identityProviderId, userId: named }, publicUrl) {
    const userId = named ?? (actor.kind === 'user' ? actor.id : null);
    if (userId === null)
      throw invalidField({ path: ['userId'], code: 'REQUIRED', message: 'Required of applications: a user signs in.' });
    const { version: providerVersion } = await lockProvider(tx, identityProviderId);
    await lockUser(tx, userId);
    const trialId = ids.next('identityProviderTrial');
    const expiresAt = new Date(now.getTime() + trialLifetime);
    await addTrial(tx, { id: trialId, identityProviderId, providerVersion, userId, createdAt: now, expiresAt });
    const identityProvider = await readProvider(tx, identityProviderId);
    emit('IdentityProvider.Trial.Started', identityProviderId, {
      identityProvider: identityProviderOf(identityProvider),
    });
    return {
      identityProvider,
      trialId,
      url: publicUrl + trialPath(trialId),
      expiresAt: expiresAt.toISOString(),
    };
  },
});
