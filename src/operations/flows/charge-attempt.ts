import { z } from 'zod';
import { newFlowInput } from '../../domain/flow/new-flow.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { chargeAttempt as charge } from '../../store/flows/attempt-limits.ts';
import { takeTry } from '../../store/flows/challenges.ts';
import { logEntry, recordLock, startFlow } from '../../store/flows/progress.ts';
import { flowSteps } from '../../vocabulary/flows.ts';
import { limitedInput } from './inputs.ts';
import { attemptLimitOf } from './limit-keys.ts';

export const chargeAttempt = defineOperation({
  name: 'chargeAttempt',
  summary: 'Count an attempt to authenticate, before it is compared.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    flowId: idSchema('signInAttempt').describe('The flow.'),
    flow: newFlowInput,
    step: z.enum(flowSteps),
    limited: limitedInput.nullable().describe('Null for a passkey, which cannot be guessed.'),
    challengeId: idSchema('challenge').nullable().describe('The challenge that is answered; null for another secret.'),
  }),
  output: {
    outcome: z
      .enum(['go', 'account-locked', 'locked-otherwise', 'network-limited', 'expired', 'over'])
      .describe('Whether the attempt may be compared.'),
    secretHash: z
      .custom<Uint8Array>()
      .nullable()
      .describe('The hash of the right answer to a challenge; null for another secret.'),
    until: z.date().nullable().describe('Time from which an attempt can be made; null if this one can.'),
  },
  always: [],
  prepare: ({ secretBox }, { limited }) => Promise.resolve(limited && attemptLimitOf(secretBox, limited)),
  async run({ tx, now }, { flowId, flow, step, limited, challengeId }, limit) {
    const result = { secretHash: null, until: null };
    // Before the attempt is counted: a code that can no longer be entered is not an attempt.
    const secretHash = challengeId === null ? null : await takeTry(tx, { flowId, challengeId }, now);
    if (secretHash === undefined) {
      await logEntry(tx, flowId, { step, outcome: 'refused', reason: 'code-expired' }, now);
      return { ...result, outcome: 'expired' as const };
    }
    if (!limit) {
      await startFlow(tx, { ...flow, id: flowId }, now);
      return { ...result, outcome: 'go' as const, secretHash };
    }
    const charged = await charge(tx, { ...flow, id: flowId }, limit, now);
    if (!charged) return { ...result, outcome: 'over' as const };
    const { refused } = charged;
    // It is settled as a wrong one.
    if (refused === 'locked-otherwise') return { ...result, outcome: refused };
    if (!refused) return { ...result, outcome: 'go' as const, secretHash };
    const userId = limited?.userId ?? null;
    await logEntry(tx, flowId, { step, outcome: 'refused', reason: refused, userId }, now);
    if (refused === 'account-locked') await recordLock(tx, { flowId, limit, until: charged.until }, now);
    return { ...result, outcome: refused, until: charged.until };
  },
});
