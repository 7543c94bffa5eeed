import { z } from 'zod';
import { limitedBy } from '../../domain/attempt-limits.ts';
import { limitKey, limitKeyPurpose } from '../../domain/flow/secrets.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { recordFailure } from '../../store/flows/attempt-limits.ts';
import { advanceFlow } from '../../store/flows/progress.ts';
import { userOf } from '../../store/records/shapes.ts';
import { flowSteps, refusalReasonNames, verificationKinds } from '../../vocabulary/flows.ts';
import { limitedInput } from './inputs.ts';
import { limitedOf } from './limited.ts';

export const settleFailure = defineOperation({
  name: 'settleFailure',
  summary: 'Record a failed attempt to authenticate. The last one that the limit allows locks the account.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    flowId: idSchema.describe('The flow.'),
    step: z.enum(flowSteps),
    kind: z.enum(verificationKinds),
    limited: limitedInput,
    reason: z.enum(refusalReasonNames),
  }),
  output: { lockedUntil: z.date().nullable().describe('End of the lock, if the account is locked now.') },
  always: [],
  sometimes: ['Identifier.Lockout'],
  prepare: ({ secretBox }, { kind, limited }) =>
    Promise.resolve(limitKey(secretBox.derive(limitKeyPurpose), kind, limitedOf(limited))),
  async run({ tx, now, emit }, { flowId, step, kind, limited: { userId, identifier }, reason }, key) {
    // The flow before the limit, as everywhere: two answers of a flow cannot deadlock.
    await advanceFlow(tx, { flowId, now, step, outcome: 'wrong', reason, userId });
    const { until } = await recordFailure(tx, key, now);
    if (!until) return { lockedUntil: null };
    const user = userId === null ? null : await tx.user.findUnique({ where: { id: userId } });
    if (user) {
      const data = { user: userOf(user), flow: limitedBy[kind], identifier, until: until.toISOString() };
      emit('Identifier.Lockout', user.id, data);
    }
    return { lockedUntil: until };
  },
});
