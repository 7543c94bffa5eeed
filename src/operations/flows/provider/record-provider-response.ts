import { z } from 'zod';
import { bytes } from '../../../domain/flow/new-flow.ts';
import { idSchema } from '../../../domain/text.ts';
import { defineOperation } from '../../../kernel/operation.ts';
import { keepAnswer } from '../../../store/flows/challenges.ts';
import { logEntry } from '../../../store/flows/progress.ts';
import { refusalReasonNames } from '../../../vocabulary/flows.ts';

export const recordProviderResponse = defineOperation({
  name: 'recordProviderResponse',
  summary: 'Keep what an identity provider has stated, until the browser that began goes on with it.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    flowId: idSchema('signInAttempt').describe('The flow.'),
    challengeId: idSchema('challenge'),
    answer: bytes.describe('The identity, or why it is refused, encrypted.'),
    refused: z.enum(refusalReasonNames).nullable(),
  }),
  output: {},
  always: [],
  prepare: () => Promise.resolve(undefined),
  async run({ tx, now }, { flowId, challengeId, answer, refused }) {
    await keepAnswer(tx, { challengeId, answer });
    if (refused) await logEntry(tx, flowId, { step: 'upstream', outcome: 'refused', reason: refused }, now);
    return {};
  },
});
