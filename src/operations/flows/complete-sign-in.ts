import { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import { domainOf } from '../../domain/organization-domain.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { advanceFlow } from '../../store/flows/progress.ts';
import { joiningEvents, joinOrganization } from '../../store/records/joining.ts';
import { lockOrganizationsToJoin } from '../../store/records/organization-domains.ts';
import { userOf } from '../../store/records/shapes.ts';
import { recordSignIn } from '../../store/records/users.ts';
import { flowSteps } from '../../vocabulary/flows.ts';
import { deviceHashInput, flowInput, verificationInput } from './inputs.ts';
import { readyFlow } from './ready-flow.ts';

export const completeSignIn = defineOperation({
  name: 'completeSignIn',
  summary: 'Sign in the person of a flow.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    ...flowInput,
    step: z.enum(flowSteps),
    verification: verificationInput.nullable().describe('The last answer; null if it is stored.'),
    compared: z
      .strictObject({
        passwordHash: z.string().describe('The hash that the password was compared with.'),
        endings: z.int().describe("The user's count of endings when the hash was read."),
        strongerHash: z.string().nullable().describe('The hash that replaces an imported one that is weaker.'),
      })
      .nullable(),
    deviceHash: deviceHashInput,
  }),
  output: {
    user: entity('User', 'The user.'),
    endings: z.int().describe("The user's count of endings at the sign-in."),
  },
  always: ['PostSignIn'],
  sometimes: ['User.Data.Updated', ...joiningEvents],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run({ tx, ids, now, emit }, { step, compared, deviceHash, ...answered }, secretBox) {
    const { flow, account, settled } = await readyFlow({ tx, now, secretBox }, answered, 'completeSignIn');
    if (!account) throw new Error('a sign-in without an account is ready');
    const { userId } = account;
    const verified = flow.verifications.find(({ kind, subject }) => kind === 'email' && subject === account.email);
    const verifiesEmail = !account.isEmailVerified && verified !== undefined;
    const joins = verified ? await lockOrganizationsToJoin(tx, domainOf(verified.subject), userId) : [];
    const device = { id: ids.next('device'), secretHash: deviceHash };
    const user = await recordSignIn(tx, userId, { now, compared, verifiesEmail, device });
    // While the password was compared, the user may have been suspended, signed out everywhere, or given another one.
    if (!user) throw new Failure('FORBIDDEN', 'This user cannot sign in.');
    await advanceFlow(tx, { flowId: flow.id, now, step, outcome: 'finished', state: 'finished', userId, ...settled });
    if (verifiesEmail) emit('User.Data.Updated', userId, { user: userOf(user), changed: ['emailVerifiedAt'] });
    for (const joined of joins) await joinOrganization({ tx, emit }, userId, joined);
    emit('PostSignIn', userId, { user: userOf(user), interaction: { applicationId: flow.applicationId } });
    return { user: userId, endings: user.endings };
  },
});
