import { z } from 'zod';
import { day } from '../../domain/durations.ts';
import { provenIn, provenKinds } from '../../domain/flow/decide.ts';
import { listedPurpose } from '../../domain/flow/own-inputs.ts';
import type { SignInPolicy } from '../../domain/flow/policy.ts';
import { limitKeyPurpose } from '../../domain/flow/secrets.ts';
import { authenticatedAt, levelOf } from '../../domain/flow/level.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { limitsOfUser, resetLimits } from '../../store/flows/attempt-limits.ts';
import { factsOf } from '../../store/flows/flows.ts';
import { advanceFlow } from '../../store/flows/progress.ts';
import { userOf } from '../../store/records/shapes.ts';
import { recordSignIn } from '../../store/records/users.ts';
import {
  backupCodesInput,
  bytes,
  deviceInput,
  enteredInput,
  interactionInput,
  lastAnswerInput,
  signedInOutput,
} from './inputs.ts';
import { flowJoiningEvents, joinByFlow, lockJoining } from './join-by-flow.ts';
import { accountChanged, readyFlow } from './ready-flow.ts';
import { setRequiredPassword } from './required-password.ts';
import { storeFactors } from './store-factors.ts';
import { changeByFlow, newlyVerified } from './verified-addresses.ts';

export const completeSignIn = defineOperation({
  name: 'completeSignIn',
  summary: 'Sign in the person of a flow.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    ...lastAnswerInput,
    inputs: enteredInput,
    backupCodes: backupCodesInput,
    device: deviceInput,
    interaction: interactionInput,
    language: z.string().describe('Language of messages.'),
    trustsDevice: z.boolean().describe('Whether the person wants to skip the second factor in this browser.'),
  }),
  output: {
    user: entity('User', 'The user.'),
    hasEndedSessions: z.boolean().describe('Whether the sessions of the user were ended.'),
    replacedDevice: bytes.nullable().describe('SHA-256 of the secret by which the device was known before.'),
    ...signedInOutput,
  },
  always: ['PostSignIn'],
  sometimes: ['User.Data.Updated', 'User.Sessions.Ended', ...flowJoiningEvents],
  prepare: ({ secretBox, publicUrl }) => Promise.resolve({ secretBox, publicUrl }),
  async run(
    { tx, ids, now, emit },
    { step, backupCodes, trustsDevice, language, device: browser, interaction, ...answered },
    { secretBox, publicUrl },
  ) {
    const context = { tx, ids, now, secretBox, publicUrl };
    const { flow, account, policy, inputs, settled } = await readyFlow(context, answered, 'completeSignIn');
    if (!account) throw new Error('a sign-in without an account is ready');
    const { userId, email } = account;
    const facts = factsOf({ ...flow, inputs });
    const proven = provenKinds(policy, facts);
    const level = levelOf(proven) || 1;
    const verifies = newlyVerified(account, proven);
    const joining = await lockJoining(tx, inputs, { userId, email, isEmailProven: proven.includes('email'), now });
    const { newFactor, passwordHash } = inputs;
    const isEnrolled = await storeFactors(context, { userId, newFactor, backupCodes });
    const password = await setRequiredPassword(context, account, { passwordHash, language, interaction });
    const trustedUntil = trustsDevice && level === 2 ? endOfTrust(policy, now) : null;
    const device = { ...browser, id: ids.next('device'), hashes: answered.request.deviceHashes, trustedUntil };
    const signedIn = await recordSignIn(tx, userId, { now, endings: password.endings, verifies, device });
    if (!signedIn) throw accountChanged();
    // The person has what cannot be guessed: failures of others no longer lock the account.
    if (proven.includes('passkey'))
      await resetLimits(tx, await limitsOfUser(tx, secretBox.derive(limitKeyPurpose), userId));
    // Lists show what the person wanted.
    const purpose = listedPurpose(flow.purpose, inputs);
    const change = { flowId: flow.id, now, step, purpose, outcome: 'finished', state: 'finished' } as const;
    await advanceFlow(tx, { ...change, userId, ...settled });
    const user = userOf(signedIn.user);
    const fields = [
      ...(isEnrolled ? ['factors'] : []),
      ...(password.isSet ? ['password', 'passwordResetRequiredAt'] : []),
    ];
    const updated = changeByFlow(account, { verifies, fields });
    if (updated.changed.length) emit('User.Data.Updated', userId, { user, ...updated });
    if (password.isSet) emit('User.Sessions.Ended', userId, { user });
    await joinByFlow({ tx, emit, now }, userId, joining);
    emit('PostSignIn', userId, { user, interaction: { applicationId: flow.applicationId } });
    const { replacedDevice } = signedIn;
    return {
      user: userId,
      endings: password.endings,
      hasEndedSessions: password.isSet,
      level,
      proven,
      replacedDevice,
      authenticatedAt: authenticatedAt(provenIn(policy, facts)) ?? now,
    };
  },
});

const endOfTrust = ({ second: { trustedDeviceDays } }: SignInPolicy, now: Date): Date | null =>
  trustedDeviceDays > 0 ? new Date(now.getTime() + trustedDeviceDays * day) : null;
