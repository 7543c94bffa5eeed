import { z } from 'zod';
import { bytes } from '../../domain/flow/new-flow.ts';
import { day } from '../../domain/durations.ts';
import { provenIn, provenKinds } from '../../domain/flow/decide.ts';
import { listedPurpose } from '../../domain/flow/own-inputs.ts';
import type { SignInPolicy } from '../../domain/flow/policy.ts';
import { limitKeyPurpose } from '../../domain/flow/secrets.ts';
import { isVouched, usedIdentity } from '../../domain/flow/identity.ts';
import { levelOf } from '../../domain/flow/level.ts';
import { endImpersonations } from '../../kernel/impersonations.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { limitsOfUser, resetLimits } from '../../store/flows/attempt-limits.ts';
import { advanceFlow } from '../../store/flows/progress.ts';
import { userOf } from '../../store/records/shapes.ts';
import { recordSignIn } from '../../store/records/users.ts';
import { answerRequest } from './answer-request.ts';
import { deviceInput, enteredInput, interactionInput, lastAnswerInput } from './inputs.ts';
import { flowJoiningEvents, joinByFlow, lockJoining } from './join-by-flow.ts';
import { accountChanged, readyFlow, useAnswer } from './ready-flow.ts';
import { setRequiredPassword } from './required-password.ts';
import { storeFactors } from './store-factors.ts';
import { storeSignInIdentity } from './provider/store-identity.ts';
import { changeByFlow, newlyVerified } from './verified-addresses.ts';

export const completeSignIn = defineOperation({
  name: 'completeSignIn',
  summary: 'Sign in the person of a flow.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    ...lastAnswerInput,
    inputs: enteredInput,
    device: deviceInput,
    interaction: interactionInput,
    language: z.string().describe('Language of messages.'),
    trustsDevice: z.boolean().describe('Whether the person wants to skip the second factor in this browser.'),
  }),
  output: {
    user: entity('User'),
    replacedDevice: bytes.nullable().describe('SHA-256 of the secret by which the device was known before.'),
  },
  always: [],
  sometimes: [
    'PostSignIn',
    'User.Data.Updated',
    'User.Sessions.Ended',
    'User.Impersonation.Ended',
    ...flowJoiningEvents,
  ],
  prepare: ({ secretBox, publicUrl }) => Promise.resolve({ secretBox, publicUrl }),
  async run(
    { tx, ids, now, emit },
    { step, trustsDevice, language, device: browser, interaction, ...answered },
    { secretBox, publicUrl },
  ) {
    const context = { tx, ids, now, secretBox, publicUrl };
    const { flow, account, policy, inputs, settled } = await readyFlow(context, answered, 'completeSignIn');
    if (!account) throw new Error('a sign-in without an account is ready');
    const { userId, email } = account;
    const facts = { ...flow, inputs };
    const proven = provenKinds(policy, facts);
    const level = levelOf(proven) || 1;
    const verifies = newlyVerified(account, proven);
    const used = usedIdentity(facts);
    const identityProviderId = used?.identity.providerId ?? null;
    const isEmailProven = proven.includes('email') || isVouched(facts, email);
    const joining = await lockJoining(tx, inputs, { userId, email, isEmailProven, identityProviderId, now });
    const { passwordHash } = inputs;
    const isEnrolled = await storeFactors(context, userId, inputs);
    const setPassword = { passwordHash, language, interaction: interaction.key };
    const password = await setRequiredPassword(context, account, setPassword);
    const trustedUntil = trustsDevice && level === 2 ? endOfTrust(policy, now) : null;
    const device = { ...browser, id: ids.next('device'), hashes: answered.request.deviceHashes, trustedUntil };
    // A user who is signed in already has only proven more.
    const isStepUp = flow.verifications.some(({ kind, subject }) => kind === 'session' && subject === userId);
    const { sessionEpoch } = password;
    const signedIn = await recordSignIn(tx, userId, { now, sessionEpoch, verifies, device, isStepUp });
    if (!signedIn) throw accountChanged();
    await useAnswer(context, answered);
    if (used) await storeSignInIdentity(context, userId, used);
    const user = userOf(signedIn.user);
    const fields = [
      ...(isEnrolled ? ['factors'] : []),
      ...(used?.isNew ? ['identities'] : []),
      ...(password.isSet ? ['password', 'passwordResetRequiredAt'] : []),
    ];
    const updated = changeByFlow(account, { verifies, fields });
    const ending = password.isSet && { sessionEpoch };
    if (updated.changed.length) emit('User.Data.Updated', userId, { user, ...updated, ...ending });
    if (ending) {
      emit('User.Sessions.Ended', userId, { user, exceptSessionId: null, ...ending });
      await endImpersonations({ tx, now, emit }, { administratorId: userId });
    }
    await joinByFlow({ tx, emit, now }, userId, joining);
    const { applicationId } = flow;
    if (!isStepUp) emit('PostSignIn', userId, { user, interaction: { applicationId, identityProviderId } });
    const verified = provenIn(policy, facts);
    await answerRequest({ tx, now }, interaction, { userId, sessionEpoch, proven, level, verified });
    // Lists show what the person wanted.
    const purpose = listedPurpose(flow.purpose, inputs);
    const change = { flowId: flow.id, now, step, purpose, outcome: 'finished', state: 'finished' } as const;
    await advanceFlow(tx, { ...change, userId, ...settled });
    // The person has what cannot be guessed: failures of others no longer lock the account.
    if (proven.includes('passkey'))
      await resetLimits(tx, await limitsOfUser(tx, secretBox.derive(limitKeyPurpose), userId));
    return { user: userId, replacedDevice: signedIn.replacedDevice };
  },
});

const endOfTrust = ({ second: { trustedDeviceDays } }: SignInPolicy, now: Date): Date | null =>
  trustedDeviceDays > 0 ? new Date(now.getTime() + trustedDeviceDays * day) : null;
