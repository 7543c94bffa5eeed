import { z } from 'zod';
import { attemptLimitKinds } from '../../domain/attempt-limits.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { recordFailure } from '../../store/flows/attempt-limits.ts';
import { advanceFlow, forgetVerifications } from '../../store/flows/progress.ts';
import { userOf } from '../../store/records/shapes.ts';
import { flowSteps, refusalReasonNames } from '../../vocabulary/flows.ts';
import { limitedInput } from './inputs.ts';
import { limitOf } from './limited.ts';

export const settleFailure = defineOperation({
  name: 'settleFailure',
  summary: 'Record a failed attempt to authenticate. The last one that the limit allows locks the account.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    flowId: idSchema.describe('The flow.'),
    step: z.enum(flowSteps),
    limited: limitedInput.nullable().describe('Null for a passkey, which cannot be guessed.'),
    reason: z.enum(refusalReasonNames),
  }),
  output: { lockedUntil: z.date().nullable().describe('End of the lock, if the account is locked now.') },
  always: [],
  sometimes: ['Identifier.Lockout'],
  prepare: ({ secretBox }, { limited }) => Promise.resolve(limited && limitOf(secretBox, limited)),
  async run({ tx, now, emit }, { flowId, step, limited, reason }, limit) {
    const { userId = null, identifier = '' } = limited ?? {};
    // The flow before the limit, as everywhere: two answers of a flow cannot deadlock.
    await advanceFlow(tx, { flowId, now, step, outcome: 'wrong', reason, userId });
    if (!limit) return { lockedUntil: null };
    const { until } = await recordFailure(tx, limit, now);
    if (!until) return { lockedUntil: null };
    // Who guesses second factors has to prove the first one again.
    if (limit.kind === 'second-factor') await forgetVerifications(tx, flowId);
    const user = userId === null ? null : await tx.user.findUnique({ where: { id: userId } });
    if (user) {
      const { flow } = attemptLimitKinds[limit.kind];
      emit('Identifier.Lockout', user.id, { user: userOf(user), flow, identifier, until: until.toISOString() });
    }
    return { lockedUntil: until };
  },
});
