import { z } from 'zod';
import { provenKinds } from '../../domain/flow/decide.ts';
import { presentPurpose } from '../../domain/flow/own-inputs.ts';
import { limitKeyPurpose } from '../../domain/flow/secrets.ts';
import { endImpersonations } from '../../kernel/impersonations.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { limitsOfUser, resetLimits } from '../../store/flows/attempt-limits.ts';
import { sealInputs } from '../../store/flows/flows.ts';
import { advanceFlow, forgetVerifications } from '../../store/flows/progress.ts';
import type { Account } from '../../store/flows/flow.ts';
import { queuePasswordNotice } from '../../store/messages/password-notice.ts';
import { userOf } from '../../store/records/shapes.ts';
import { detachInteraction } from '../../store/sessions/oidc-records.ts';
import { endUser } from '../../store/sessions/session-epochs.ts';
import { flowInput, flowOutput, interactionKeyInput } from './inputs.ts';
import { flowChanged, readyFlow } from './ready-flow.ts';
import { changeByFlow, newlyVerified } from './verified-addresses.ts';

export const completeReset = defineOperation({
  name: 'completeReset',
  summary: 'Set the new password of the person of a flow, who then has to sign in with it.',
  permission: { flow: 'flowId' },
  route: null,
  queuesMessages: true,
  input: z.strictObject({
    ...flowInput,
    inputs: z.strictObject({ passwordHash: z.string() }),
    language: z.string(),
    interaction: interactionKeyInput.nullable(),
  }),
  output: { user: entity('User'), flow: flowOutput },
  always: ['User.Data.Updated', 'User.Sessions.Ended', 'PostResetPassword'],
  sometimes: ['User.Impersonation.Ended'],
  prepare: ({ secretBox, ids }) => Promise.resolve({ secretBox, messageId: ids.next('message') }),
  async run(context, { language, interaction, ...answered }, { secretBox, messageId }) {
    const { tx, now, emit } = context;
    const ready = await readyFlow({ tx, now, secretBox }, { ...answered, verification: null }, 'completeReset');
    const { flow, account, inputs } = ready;
    if (!account) throw flowChanged();
    const { userId } = account;
    const verifies = newlyVerified(account, provenKinds(ready.policy, { ...flow, inputs }));
    await setPassword(tx, account, {
      passwordHash: inputs.passwordHash ?? null,
      passwordResetRequiredAt: null,
      ...(verifies.email && { emailVerifiedAt: now }),
      ...(verifies.phone && { phoneVerifiedAt: now }),
    });
    if (interaction !== null) await detachInteraction(tx, { key: interaction, userId });
    const { sessionEpoch } = await endUser(tx, userId);
    await resetLimits(tx, await limitsOfUser(tx, secretBox.derive(limitKeyPurpose), userId));
    await forgetVerifications(tx, flow.id);
    const kept = { identifier: flow.inputs.identifier, newPasswordOf: userId };
    // Without an application there is nothing to sign in to.
    const state = interaction === null ? ('finished' as const) : ('open' as const);
    const change = { flowId: flow.id, now, step: 'new-password' as const, outcome: 'finished' as const, state };
    await advanceFlow(tx, { ...change, inputs: sealInputs(secretBox, kept), userId, endsChallenges: true });
    const isEmailVerified = account.isEmailVerified || verifies.email;
    const notice = { id: messageId, user: { ...account, isEmailVerified }, language, now };
    await queuePasswordNotice(tx, secretBox, notice);
    const user = userOf(await tx.user.findUniqueOrThrow({ where: { id: userId } }));
    const fields = ['password', ...(account.mustResetPassword ? ['passwordResetRequiredAt'] : [])];
    emit('User.Data.Updated', userId, { user, ...changeByFlow(account, { verifies, fields }), sessionEpoch });
    emit('User.Sessions.Ended', userId, { user, exceptSessionId: null, sessionEpoch });
    const { applicationId } = flow;
    const reset = { user, interaction: { applicationId, identityProviderId: null }, sessionEpoch };
    emit('PostResetPassword', userId, reset);
    await endImpersonations(context, { administratorId: userId });
    // The person signs in now: nothing is proven, and the sessions have ended.
    const begun = { ...flow, version: flow.version + 1, purpose: presentPurpose(flow.purpose, kept), inputs: kept };
    return { user: userId, flow: { ...begun, verifications: [], challenge: undefined, account: undefined } };
  },
});

/** CONFLICT if the account has changed since it was read. */
async function setPassword(
  tx: Transaction,
  { userId, email, phone, sessionEpoch }: Account,
  data: Prisma.UserUncheckedUpdateManyInput,
): Promise<void> {
  const where = { id: userId, suspendedAt: null, email, phone, sessionEpoch };
  if (!(await tx.user.updateMany({ where, data })).count) throw flowChanged();
}
