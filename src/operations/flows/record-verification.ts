import { z } from 'zod';
import { decide } from '../../domain/flow/decide.ts';
import { listedPurpose } from '../../domain/flow/own-inputs.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { sealInputs } from '../../store/flows/flows.ts';
import { advanceFlow, logEntry } from '../../store/flows/progress.ts';
import { flowSteps } from '../../vocabulary/flows.ts';
import { enteredInput, flowInput, flowOutput, verificationInput } from './inputs.ts';
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
  output: { flow: flowOutput },
  always: [],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run({ tx, now }, { step, inputs, ...answer }, secretBox) {
    const { policy, flow, settled } = await settleAnswer({ tx, now, secretBox }, answer);
    const { id: flowId, purpose, account } = flow;
    const accountId = account?.userId ?? null;
    if (accountId !== null && answer.verification.use) await lockUserToUse(tx, accountId);
    await useAnswer({ tx, now }, answer);
    // No account has the address: the sign-in continues as a sign-up.
    const becomes = purpose === 'sign-in' && !account ? ('sign-up' as const) : purpose;
    const change = { flowId, now, step, outcome: 'verified' as const, ...settled };
    const entered = inputs ? { ...flow.inputs, ...inputs, accountId } : flow.inputs;
    const kept = inputs && { inputs: sealInputs(secretBox, entered) };
    const changed = { ...change, ...kept, purpose: listedPurpose(becomes, flow.inputs), userId: accountId };
    // A link that the flow itself has sent changes it, too.
    const version = (await advanceFlow(tx, changed)) ?? flow.version;
    const answered = { ...flow, version, challenge: undefined, purpose: becomes, inputs: entered };
    const decision = decide(policy, answered);
    if ('refused' in decision) await logEntry(tx, flowId, { step, outcome: 'refused', reason: decision.refused }, now);
    return { flow: answered };
  },
});
