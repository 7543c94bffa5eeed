import { z } from 'zod';
import { newFlowInput } from '../../../domain/flow/new-flow.ts';
import { idSchema } from '../../../domain/text.ts';
import { defineOperation } from '../../../kernel/operation.ts';
import { logEntry, startFlow } from '../../../store/flows/progress.ts';
import { flowSteps, refusalReasonNames } from '../../../vocabulary/flows.ts';

export const refuseProviderSignIn = defineOperation({
  name: 'refuseProviderSignIn',
  summary: 'Record why the person of a flow cannot go to an identity provider.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    flowId: idSchema('signInAttempt').describe('The flow.'),
    flow: newFlowInput,
    step: z.enum(flowSteps),
    reason: z.enum(refusalReasonNames),
  }),
  output: {},
  always: [],
  async run({ tx, now }, { flowId, flow, step, reason }) {
    await startFlow(tx, { ...flow, id: flowId }, now);
    await logEntry(tx, flowId, { step, outcome: 'refused', reason }, now);
    return {};
  },
});
