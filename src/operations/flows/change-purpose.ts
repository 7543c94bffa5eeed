import { z } from 'zod';
import { newFlowInput } from '../../domain/flow/new-flow.ts';
import { listedPurpose, sharedInputs } from '../../domain/flow/own-inputs.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { lockFlow, sealInputs } from '../../store/flows/flows.ts';
import { advanceFlow, forgetVerifications, startFlow } from '../../store/flows/progress.ts';
import { flowPurposes, flowSteps } from '../../vocabulary/flows.ts';
import { flowInput } from './inputs.ts';
import { flowChanged } from './ready-flow.ts';

export const changePurpose = defineOperation({
  name: 'changePurpose',
  summary: 'Begin a flow again, with what the person wants now.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    ...flowInput,
    flow: newFlowInput,
    step: z.enum(flowSteps),
    purpose: z.enum(flowPurposes).describe('What the person wants from now on.'),
  }),
  output: {},
  always: [],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run({ tx, now }, { flowId, version, request, flow, step, purpose }, secretBox) {
    await startFlow(tx, { ...flow, id: flowId }, now);
    const current = await lockFlow(tx, secretBox, { flowId, version, request, now });
    if (!current) throw flowChanged();
    await forgetVerifications(tx, flowId);
    const kept = sharedInputs(current.flow.inputs, current.flow.account, purpose);
    const change = { flowId, now, step, outcome: 'changed' as const, endsChallenges: true };
    const inputs = sealInputs(secretBox, kept);
    await advanceFlow(tx, { ...change, purpose: listedPurpose(purpose, kept), inputs });
    return {};
  },
});
