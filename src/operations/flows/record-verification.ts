import { z } from 'zod';
import { defineOperation } from '../../kernel/operation.ts';
import { advanceFlow } from '../../store/flows/progress.ts';
import { flowSteps } from '../../vocabulary/flows.ts';
import { flowInput, verificationInput } from './inputs.ts';
import { settleAnswer } from './ready-flow.ts';

export const recordVerification = defineOperation({
  name: 'recordVerification',
  summary: 'Record what a person has proven, whose flow goes on with another step.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({ ...flowInput, step: z.enum(flowSteps), verification: verificationInput }),
  output: {},
  always: [],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run({ tx, now }, { step, ...answered }, secretBox) {
    const { flow, settled } = await settleAnswer({ tx, now, secretBox }, answered);
    const { id: flowId, purpose, account } = flow;
    // No account has the address: the sign-in continues as a sign-up.
    const becomes = purpose === 'sign-in' && !account ? ('sign-up' as const) : purpose;
    const change = { flowId, now, step, outcome: 'verified' as const, ...settled };
    await advanceFlow(tx, { ...change, purpose: becomes, userId: account?.userId ?? null });
    return {};
  },
});
