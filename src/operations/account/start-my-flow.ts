import { z } from 'zod';
import { newFlowInput } from '../../domain/flow/new-flow.ts';
import { conflict, notFound } from '../../domain/failure.ts';
import { startMyFlowInput } from '../../domain/account/my-flow-inputs.ts';
import { takesFactor } from '../../domain/flow/link-step.ts';
import { defineOperation } from '../../kernel/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { addAccountFlow } from '../../store/flows/account-flows.ts';
import { sealInputs } from '../../store/flows/flows.ts';
import { myId, requireAllowed } from './my-account.ts';

export const startMyFlow = defineOperation({
  permission: { account: 'account:write' },
  recentSignIn: true,
  limit: { kind: 'accountFlows' },
  name: 'startMyFlow',
  summary: 'Begin to add an address, a factor or an identity to the account of the caller.',
  route: null,
  input: z.strictObject({
    ...startMyFlowInput.pick({ purpose: true, factor: true, name: true, identityProviderId: true }).shape,
    flow: newFlowInput,
  }),
  output: {},
  always: [],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run({ tx, actor, now }, { purpose, factor, name, identityProviderId, flow }, secretBox) {
    const userId = myId(actor);
    const part = {
      'link-email': 'email',
      'link-phone': 'phone',
      'link-factor': 'factors',
      'link-identity': 'identities',
    } as const;
    const policy = await requireAllowed(tx, { purpose: part[purpose] });
    if (factor && !takesFactor(policy, factor))
      throw conflict('The sign-in policy does not take this factor.', 'factor').because('factor-not-taken');
    if (identityProviderId) await requireLinkable(tx, identityProviderId);
    const inputs = sealInputs(secretBox, {
      accountId: userId,
      ...(factor && { factor: { kind: factor, name } }),
      ...(identityProviderId && { identityProviderId }),
    });
    await addAccountFlow(tx, { ...flow, userId, sessionId: actor.sessionId ?? '', inputs }, now);
    return {};
  },
});

/** NOT_FOUND for an identity provider that people are not offered. */
async function requireLinkable({ identityProvider }: Pick<Transaction, 'identityProvider'>, id: string): Promise<void> {
  const provider = await identityProvider.findFirst({
    where: { id, isEnabled: true, isShown: true },
    select: { id: true },
  });
  if (!provider) throw notFound('identity provider', 'identityProviderId');
}
