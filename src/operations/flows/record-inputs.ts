import { z } from 'zod';
import { taken } from '../../domain/failure.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { sealInputs } from '../../store/flows/flows.ts';
import { advanceFlow } from '../../store/flows/progress.ts';
import { flowSteps } from '../../vocabulary/flows.ts';
import { enteredInput, flowInput, flowOutput, limitedInput } from './inputs.ts';
import { attemptLimitOf } from './limit-keys.ts';
import { settleAnswer } from './ready-flow.ts';

export const recordInputs = defineOperation({
  name: 'recordInputs',
  summary: 'Record what a person has entered, whose flow goes on with another step.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    ...flowInput,
    step: z.enum(flowSteps),
    inputs: enteredInput,
    limited: limitedInput.nullable().describe('The limit that is reset, if the answer was an attempt.'),
  }),
  output: { flow: flowOutput },
  always: [],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run({ tx, now }, { step, inputs, limited, ...answered }, secretBox) {
    const { flow } = await settleAnswer({ tx, now, secretBox }, { ...answered, verification: null });
    const { username } = inputs;
    if (username && (await tx.user.findUnique({ where: { username }, select: { id: true } })))
      throw taken('Another user has this username.', 'username');
    const entered = { ...flow.inputs, ...inputs, accountId: flow.account?.userId ?? null };
    await advanceFlow(tx, {
      flowId: flow.id,
      now,
      step,
      outcome: 'given',
      inputs: sealInputs(secretBox, entered),
      resets: limited && attemptLimitOf(secretBox, limited),
    });
    return { flow: { ...flow, version: flow.version + 1, inputs: entered } };
  },
});
