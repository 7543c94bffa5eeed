import { z } from 'zod';
import { limitKey, limitKeyPurpose } from '../../domain/flow/secrets.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { chargeAttempt as charge } from '../../store/flows/attempt-limits.ts';
import { takeTry } from '../../store/flows/challenges.ts';
import { logEntry } from '../../store/flows/progress.ts';
import { flowSteps, verificationKinds } from '../../vocabulary/flows.ts';
import { limitedInput, newFlowInput } from './inputs.ts';
import { limitedOf } from './limited.ts';

export const chargeAttempt = defineOperation({
  name: 'chargeAttempt',
  summary: 'Count an attempt to authenticate, before it is compared.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    flowId: idSchema.describe('The flow.'),
    flow: newFlowInput,
    step: z.enum(flowSteps),
    kind: z.enum(verificationKinds),
    limited: limitedInput,
    challengeId: idSchema.nullable().describe('The challenge that is answered; null for a password.'),
  }),
  output: {
    outcome: z.enum(['go', 'locked', 'expired', 'over']).describe('Whether the attempt may be compared.'),
    secretHash: z
      .custom<Uint8Array>()
      .nullable()
      .describe('The hash of the right answer to a challenge; null for a password.'),
    lockedUntil: z.date().nullable().describe('End of the lock; null if the attempt is not locked out.'),
  },
  always: [],
  prepare: ({ secretBox }, { kind, limited }) =>
    Promise.resolve(limitKey(secretBox.derive(limitKeyPurpose), kind, limitedOf(limited))),
  async run({ tx, now }, { flowId, flow, step, challengeId }, key) {
    const result = { secretHash: null, lockedUntil: null };
    // Before the attempt is counted: a code that can no longer be entered is not an attempt.
    const secretHash = challengeId === null ? null : await takeTry(tx, challengeId, now);
    if (secretHash === undefined) {
      await logEntry(tx, flowId, { step, outcome: 'refused', reason: 'code-expired' }, now);
      return { ...result, outcome: 'expired' as const };
    }
    const charged = await charge(tx, { ...flow, id: flowId }, key, now);
    if (!charged) return { ...result, outcome: 'over' as const };
    if (!charged.isLocked) return { ...result, outcome: 'go' as const, secretHash };
    await logEntry(tx, flowId, { step, outcome: 'refused', reason: 'account-locked' }, now);
    return { ...result, outcome: 'locked' as const, lockedUntil: charged.until };
  },
});
