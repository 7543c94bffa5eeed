import { z } from 'zod';
import { attemptLimitKinds } from '../../domain/people/attempt-limits.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { recordFailureOfDevice, recordFailures } from '../../store/flows/attempt-limits.ts';
import { advanceFlow, forgetVerifications, recordLock } from '../../store/flows/progress.ts';
import { queueLockNotice } from '../../store/messages/lock-notice.ts';
import { userOf } from '../../store/records/shapes.ts';
import { flowSteps, refusalReasonNames } from '../../vocabulary/flows.ts';
import { limitedInput, sourceInput } from './inputs.ts';
import { attemptLimitOf } from './limit-keys.ts';

export const settleFailure = defineOperation({
  name: 'settleFailure',
  summary: 'Record a failed attempt to authenticate. The last one that the limit allows locks the account.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    flowId: idSchema('signInAttempt').describe('The flow.'),
    step: z.enum(flowSteps),
    limited: limitedInput.nullable().describe('Null for a passkey, which cannot be guessed.'),
    reason: z.enum(refusalReasonNames),
    source: sourceInput,
  }),
  output: {
    lockedUntil: z.date().nullable().describe('End of the lock, if the attempts are locked now.'),
    version: z.int().nullable().describe('The new version of the flow; null if it has ended.'),
  },
  always: [],
  sometimes: ['Identifier.Lockout'],
  prepare: ({ secretBox, ids }, { limited }) =>
    Promise.resolve({
      secretBox,
      limit: limited && attemptLimitOf(secretBox, limited),
      messageId: ids.next('message'),
    }),
  async run({ tx, now, emit }, { flowId, step, limited, reason, source }, { secretBox, limit, messageId }) {
    const { userId = null, identifier = '' } = limited ?? {};
    const version = (await advanceFlow(tx, { flowId, now, step, outcome: 'wrong', reason, userId })) ?? null;
    if (!limit) return { lockedUntil: null, version };
    const { kind, key, accountKey, isDevice } = limit;
    // A locked account has not counted the attempt.
    const isCounted = accountKey && !isDevice && reason !== 'account-locked';
    const [ofKey, counted] = await recordFailures(tx, kind, isCounted ? [key, accountKey] : [key], now);
    const ofDevice =
      isDevice && accountKey ? await recordFailureOfDevice(tx, { kind, key: accountKey }, now) : undefined;
    const account = ofDevice ?? counted;
    const lockedUntil = ofKey?.until ?? null;
    await recordLock(tx, { flowId, limit, until: null }, now);
    // A person who guesses second factors has to prove the first one again.
    if (lockedUntil && kind === 'second-factor') await forgetVerifications(tx, flowId);
    // When a device or an identifier locks itself and the account, that is one lock for its user. An attempt for which
    // the account had none left may settle before the one that locks the account: then its lock is none for the user.
    const isKnown = reason === 'account-locked' || (!isDevice && account?.wasLocked === true);
    const wasDeviceLocked = isDevice && ofKey?.wasLocked === true;
    const until = isKnown ? null : (lockedUntil ?? (wasDeviceLocked ? null : account?.until));
    const user = until && userId !== null ? await tx.user.findUnique({ where: { id: userId } }) : null;
    if (until && user) {
      const { flow } = attemptLimitKinds[kind];
      emit('Identifier.Lockout', user.id, { user: userOf(user), flow, identifier, until: until.toISOString() });
      // Sent within a second: that each failure wakes the delivery would cost more.
      await queueLockNotice(tx, secretBox, user, { id: messageId, now, source });
    }
    return { lockedUntil, version };
  },
});
