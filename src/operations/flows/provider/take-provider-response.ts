import { z } from 'zod';
import { idSchema } from '../../../domain/text.ts';
import { defineOperation } from '../../../kernel/operation.ts';
import { takeTry } from '../../../store/flows/challenges.ts';

export const takeProviderResponse = defineOperation({
  name: 'takeProviderResponse',
  summary: 'Take the one response of an identity provider that a flow accepts, before it is compared.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    flowId: idSchema('signInAttempt').describe('The flow.'),
    challengeId: idSchema('challenge'),
  }),
  output: { isTaken: z.boolean().describe('False if it was taken before, or the flow or its time is over.') },
  always: [],
  prepare: () => Promise.resolve(undefined),
  run: async ({ tx, now }, input) => ({ isTaken: (await takeTry(tx, input, now)) !== undefined }),
});
