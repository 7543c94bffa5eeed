import { z } from 'zod';
import type { FlowInputs } from '../../../domain/flow/facts.ts';
import { bytes, newFlowInput } from '../../../domain/flow/new-flow.ts';
import { listedPurpose, sharedInputs } from '../../../domain/flow/own-inputs.ts';
import { providerSignInLifetime } from '../../../domain/flow/codes.ts';
import { idSchema } from '../../../domain/text.ts';
import { defineOperation } from '../../../kernel/operation.ts';
import { addChallenge } from '../../../store/flows/challenges.ts';
import { lockFlow, sealInputs } from '../../../store/flows/flows.ts';
import { advanceFlow, forgetVerifications, startFlow } from '../../../store/flows/progress.ts';
import { flowSteps } from '../../../vocabulary/flows.ts';
import { flowInput } from '../inputs.ts';
import { flowChanged } from '../ready-flow.ts';

export const startProviderSignIn = defineOperation({
  name: 'startProviderSignIn',
  summary: 'Send the person of a flow to an identity provider, whose response proves an identity.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    ...flowInput,
    flow: newFlowInput,
    step: z.enum(flowSteps),
    identityProviderId: idSchema('identityProvider'),
    identifier: z.string().max(512).nullable().describe('What was typed, in its normal form.'),
    challenge: z.strictObject({
      id: idSchema('challenge'),
      secretHash: bytes.describe('SHA-256 of the secret in `state`.'),
      sealed: bytes.describe('What the response is compared with, encrypted.'),
    }),
  }),
  output: {},
  always: [],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run(
    { tx, now },
    { flowId, version, request, flow, step, identityProviderId, identifier, challenge },
    secretBox,
  ) {
    await startFlow(tx, { ...flow, id: flowId }, now);
    const current = await lockFlow(tx, secretBox, { flowId, version, request, now });
    if (!current) throw flowChanged();
    const { inputs, account, purpose } = current.flow;
    // The flow begins again: another person may come back. The session of the browser is not stored with it.
    await forgetVerifications(tx, flowId);
    const expiresAt = new Date(now.getTime() + providerSignInLifetime);
    const stored = { kind: 'identity' as const, recipient: identityProviderId, linkHash: null, triesLeft: 1 };
    await addChallenge(tx, { ...challenge, ...stored, flowId, createdAt: now, expiresAt });
    const { identity: _identity, ...kept } = sharedInputs(inputs, account, purpose);
    const typed = { ...kept, ...(identifier && { identifier }), ...ofAccountFlow(inputs) };
    const change = { flowId, now, step, outcome: 'sent' as const, purpose: listedPurpose(purpose, typed) };
    await advanceFlow(tx, { ...change, inputs: sealInputs(secretBox, typed) });
    return {};
  },
});

/** The inputs with which a flow of an account was begun. */
const ofAccountFlow = ({ accountId, identityProviderId }: Pick<FlowInputs, 'accountId' | 'identityProviderId'>) =>
  identityProviderId === undefined ? {} : { accountId, identityProviderId };
