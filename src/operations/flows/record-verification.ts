import { z } from 'zod';
import { listedPurpose } from '../../domain/flow/own-inputs.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { sealInputs } from '../../store/flows/flows.ts';
import { advanceFlow } from '../../store/flows/progress.ts';
import { flowSteps } from '../../vocabulary/flows.ts';
import { enteredInput, flowInput, verificationInput } from './inputs.ts';
import { lockUserToUse } from '../../store/records/users.ts';
import { settleAnswer, useAnswer } from './ready-flow.ts';

export const recordVerification = defineOperation({
  name: 'recordVerification',
  summary: 'Record what a person has proven, whose flow goes on with another step.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    ...flowInput,
    step: z.enum(flowSteps),
    verification: verificationInput,
    inputs: enteredInput.nullable().describe('What was entered with it.'),
  }),
  output: {},
  always: [],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run({ tx, now }, { step, inputs, ...answered }, secretBox) {
    const { flow, settled } = await settleAnswer({ tx, now, secretBox }, answered);
    const { id: flowId, purpose, account } = flow;
    const accountId = account?.userId ?? null;
    if (accountId !== null && answered.verification.use) await lockUserToUse(tx, accountId);
    await useAnswer({ tx, now }, answered);
    // No account has the address: the sign-in continues as a sign-up.
    const becomes = purpose === 'sign-in' && !account ? ('sign-up' as const) : purpose;
    const change = { flowId, now, step, outcome: 'verified' as const, ...settled };
    const kept = inputs && { inputs: sealInputs(secretBox, { ...flow.inputs, ...inputs, accountId }) };
    await advanceFlow(tx, { ...change, ...kept, purpose: listedPurpose(becomes, flow.inputs), userId: accountId });
    return {};
  },
});
