import { z } from 'zod';
import { day } from '../../domain/durations.ts';
import { provenKinds } from '../../domain/flow/decide.ts';
import { limitKeyPurpose } from '../../domain/flow/secrets.ts';
import { levelOf } from '../../domain/flow/level.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { limitsOfUser, resetLimits } from '../../store/flows/attempt-limits.ts';
import { factsOf } from '../../store/flows/flows.ts';
import { advanceFlow } from '../../store/flows/progress.ts';
import { queuePasswordNotice } from '../../store/messages/password-notice.ts';
import { userOf } from '../../store/records/shapes.ts';
import { recordSignIn, replacePassword } from '../../store/records/users.ts';
import { backupCodesInput, bytes, deviceInput, enteredInput, lastAnswerInput, signedInOutput } from './inputs.ts';
import { flowJoiningEvents, joinByFlow, lockJoining } from './join-by-flow.ts';
import { accountChanged, readyFlow } from './ready-flow.ts';
import { storeFactors } from './store-factors.ts';
import { fieldsOf, newlyVerified } from './verified-addresses.ts';

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
    language: z.string().describe('Language of messages.'),
    trustsDevice: z.boolean().describe('Whether the person wants to skip the second factor in this browser.'),
  }),
  output: {
    user: entity('User', 'The user.'),
    replacedDevice: bytes.nullable().describe('SHA-256 of the secret by which the device was known before.'),
    ...signedInOutput,
  },
  always: ['PostSignIn'],
  sometimes: ['User.Data.Updated', 'User.Sessions.Ended', ...flowJoiningEvents],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run(
    { tx, ids, now, emit },
    { step, backupCodes, trustsDevice, language, device: browser, ...answered },
    secretBox,
  ) {
    const ready = await readyFlow({ tx, now, secretBox }, answered, 'completeSignIn');
    const { flow, account, policy, inputs, settled } = ready;
    if (!account) throw new Error('a sign-in without an account is ready');
    const { userId, endings } = account;
    const proven = provenKinds(factsOf({ ...flow, inputs }));
    const level = levelOf(proven) || 1;
    const verifies = newlyVerified(account, proven);
    const isTrusted = trustsDevice && level === 2 && policy.second.trustedDeviceDays > 0;
    const trustedUntil = isTrusted ? new Date(now.getTime() + policy.second.trustedDeviceDays * day) : null;
    const { email } = account;
    const isEmailProven = proven.includes('email');
    const joining = await lockJoining(tx, inputs, { userId, email, isEmailProven, now });
    const known = { hashes: answered.request.deviceHashes, trustedUntil };
    const device = { ...browser, ...known, id: ids.next('device') };
    const { newFactor } = inputs;
    const isEnrolled = await storeFactors({ tx, ids, now, secretBox }, { userId, newFactor, backupCodes });
    const hash = account.mustResetPassword ? inputs.passwordHash : undefined;
    if (hash !== undefined && !(await replacePassword(tx, userId, { hash, endings }))) throw accountChanged();
    // A new password has ended the sessions of the account.
    const current = hash === undefined ? endings : endings + 1;
    const signedIn = await recordSignIn(tx, userId, { now, endings: current, verifies, device });
    if (!signedIn) throw accountChanged();
    const { user, replacedDevice } = signedIn;
    const notice = { id: ids.next('message'), recipient: account.email ?? '', language, now };
    if (hash !== undefined && account.email !== null) await queuePasswordNotice(tx, secretBox, notice);
    // The person has what cannot be guessed: failures of others no longer lock the account.
    if (proven.includes('passkey'))
      await resetLimits(tx, await limitsOfUser(tx, secretBox.derive(limitKeyPurpose), userId));
    await advanceFlow(tx, { flowId: flow.id, now, step, outcome: 'finished', state: 'finished', userId, ...settled });
    const changed = [
      ...fieldsOf(verifies),
      ...(isEnrolled ? ['factors'] : []),
      ...(hash === undefined ? [] : ['password', 'passwordResetRequiredAt']),
    ];
    if (changed.length) emit('User.Data.Updated', userId, { user: userOf(user), changed });
    if (hash !== undefined) emit('User.Sessions.Ended', userId, { user: userOf(user) });
    await joinByFlow({ tx, emit, now }, userId, joining);
    emit('PostSignIn', userId, { user: userOf(user), interaction: { applicationId: flow.applicationId } });
    return { user: userId, endings: user.endings, level, proven, replacedDevice };
  },
});
