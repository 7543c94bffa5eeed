import { z } from 'zod';
import { rotationDelay } from '../../domain/oauth/signing-keys.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { signingKeyOf } from '../../store/records/shapes.ts';
import { newSigningKeys, replaceSigningKeys } from '../../store/signing-keys.ts';
import { defaultAccessTokenSigningAlg } from '../../vocabulary/signing-algorithms.ts';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import { idOf } from '../../vocabulary/ids.ts';

export const rotateSigningKeys = defineOperation({
  name: 'rotateSigningKeys',
  summary:
    'Create a new signing key for each algorithm. The keys are published at once and sign after a delay. The previous keys stay published until their last token has expired.',
  words: {
    title: 'Rotate the signing keys',
    button: 'Rotate signing keys',
    note: 'The new keys are published at once, and sign after a delay. The previous ones stay published until their last token has expired.',
    danger: null,
  },
  permission: 'signing-keys:write',
  recentSignIn: true,
  route: { method: 'POST', path: '/signing-keys' },
  input: z.strictObject({
    delaySeconds: z
      .int()
      .min(0)
      .max(86_400)
      .default(rotationDelay)
      .describe('Seconds until the new keys sign; 0 if the current ones must no longer be used.')
      .register(fieldFacts, {
        widget: 'duration',
        description: 'After it, the new keys sign; 0 if the current ones must no longer be used.',
      }),
  }),
  output: {
    signingKey: entity('SigningKey', 'The new key for the default algorithm of access tokens.'),
    signingKeyIds: z.array(idOf('signingKey')).describe('The ids of all new keys, one for each algorithm.'),
  },
  always: ['SigningKey.Rotated'],
  prepare: (services, { delaySeconds }) =>
    newSigningKeys({ ...services, signsFrom: new Date(services.now.getTime() + delaySeconds * 1000) }),
  async run({ tx, now, emit }, _input, newKeys) {
    const keys = await replaceSigningKeys(tx, newKeys, now);
    for (const key of keys) emit('SigningKey.Rotated', key.id, { signingKey: signingKeyOf(key) });
    const signsAccessTokens = keys.find(({ algorithm }) => algorithm === defaultAccessTokenSigningAlg);
    return { signingKey: signsAccessTokens?.id ?? '', signingKeyIds: keys.map(({ id }) => id) };
  },
});
