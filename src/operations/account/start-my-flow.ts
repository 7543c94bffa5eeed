import { z } from 'zod';
import { newFlowInput } from '../../domain/flow/new-flow.ts';
import { conflict } from '../../domain/failure.ts';
import { startMyFlowInput } from '../../domain/account/my-flow-inputs.ts';
import { takesFactor } from '../../domain/flow/link-step.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { addAccountFlow } from '../../store/flows/account-flows.ts';
import { sealInputs } from '../../store/flows/flows.ts';
import { myId, requireAllowed } from './my-account.ts';

export const startMyFlow = defineOperation({
  permission: { account: 'account:write' },
  recentSignIn: true,
  limit: { kind: 'accountFlows' },
  name: 'startMyFlow',
  summary: 'Begin to add an address or a factor to the account of the caller.',
  route: null,
  input: z.strictObject({
    ...startMyFlowInput.pick({ purpose: true, factor: true, name: true }).shape,
    flow: newFlowInput,
  }),
  output: {},
  always: [],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run({ tx, actor, now }, { purpose, factor, name, flow }, secretBox) {
    const userId = myId(actor);
    const part = { 'link-email': 'email', 'link-phone': 'phone', 'link-factor': 'factors' } as const;
    const policy = await requireAllowed(tx, { purpose: part[purpose] });
    if (factor && !takesFactor(policy, factor))
      throw conflict('The sign-in policy does not take this factor.', 'factor').because('factor-not-taken');
    const inputs = sealInputs(secretBox, { accountId: userId, ...(factor && { factor: { kind: factor, name } }) });
    await addAccountFlow(tx, { ...flow, userId, sessionId: actor.sessionId ?? '', inputs }, now);
    return {};
  },
});
