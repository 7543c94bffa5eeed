import { z } from 'zod';
import { limitKey, limitKeyPurpose } from '../../domain/flow/secrets.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { lockFlow } from '../../store/flows/flows.ts';
import { advanceFlow } from '../../store/flows/progress.ts';
import { flowSteps } from '../../vocabulary/flows.ts';
import { flowInput, verificationInput } from './inputs.ts';
import { limitedOf } from './limited.ts';
import { flowChanged } from './ready-flow.ts';

export const recordVerification = defineOperation({
  name: 'recordVerification',
  summary: 'Record a right answer of a person, whose flow goes on with another step.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({ ...flowInput, step: z.enum(flowSteps), verification: verificationInput }),
  output: {},
  always: [],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run({ tx, now }, { flowId, version, step, verification }, secretBox) {
    const { kind, subject, limited } = verification;
    const pending = { kind, subject, verifiedAt: now };
    const found = await lockFlow(tx, secretBox, { flowId, version, pending, now });
    if (!found) throw flowChanged();
    const { purpose, account } = found.flow;
    const resets = limitKey(secretBox.derive(limitKeyPurpose), kind, limitedOf(limited));
    // No account has the address: the sign-in continues as a sign-up.
    const becomes = purpose === 'sign-in' && !account ? ('sign-up' as const) : purpose;
    const change = { flowId, now, step, outcome: 'verified' as const, verification: pending, resets };
    await advanceFlow(tx, { ...change, endsChallenges: true, purpose: becomes, userId: account?.userId ?? null });
    return {};
  },
});
