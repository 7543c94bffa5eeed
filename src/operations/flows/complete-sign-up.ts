import { z } from 'zod';
import { nameSchema } from '../../domain/text.ts';
import { usernameSchema } from '../../domain/identifiers.ts';
import { domainOf } from '../../domain/organization-domain.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { advanceFlow } from '../../store/flows/progress.ts';
import { addLinks } from '../../store/records/links.ts';
import { joiningEvents, joinOrganization } from '../../store/records/joining.ts';
import { lockOrganizationsToJoin } from '../../store/records/organization-domains.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockDefaultRoles, recordSignIn } from '../../store/records/users.ts';
import { flowSteps } from '../../vocabulary/flows.ts';
import { deviceHashInput, flowInput, verificationInput } from './inputs.ts';
import { readyFlow } from './ready-flow.ts';

export const completeSignUp = defineOperation({
  name: 'completeSignUp',
  summary: 'Create the account of the person of a flow, and sign them in.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    ...flowInput,
    step: z.enum(flowSteps),
    verification: verificationInput.nullable().describe('The last answer; null if it is stored.'),
    inputs: z.strictObject({
      username: usernameSchema.optional(),
      passwordHash: z.string().optional(),
      name: nameSchema.optional(),
      terms: z.string().optional(),
    }),
    deviceHash: deviceHashInput,
  }),
  output: {
    user: entity('User', 'The new user.'),
    endings: z.int().describe("The user's count of endings at the sign-in."),
  },
  always: ['User.Created', 'PostRegister'],
  sometimes: joiningEvents,
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run({ tx, ids, now, emit }, { step, deviceHash, ...answered }, secretBox) {
    const { flow, inputs, settled } = await readyFlow({ tx, now, secretBox }, answered, 'completeSignUp');
    const email = flow.verifications.find(({ kind }) => kind === 'email')?.subject ?? null;
    const { username = null, passwordHash = null, name = null } = inputs;
    const joins = email === null ? [] : await lockOrganizationsToJoin(tx, domainOf(email), null);
    const roleIds = await lockDefaultRoles(tx);
    const created = await tx.user.create({
      data: { id: ids.next('user'), email, emailVerifiedAt: email && now, username, passwordHash, name },
    });
    const added = await addLinks(tx, 'userRoles', [created.id], roleIds);
    const device = { id: ids.next('device'), secretHash: deviceHash };
    const user = await recordSignIn(tx, created.id, { now, compared: null, verifiesEmail: false, device });
    if (!user) throw new Error('a new user cannot sign in');
    const change = { flowId: flow.id, now, step, outcome: 'finished' as const, state: 'finished' as const };
    await advanceFlow(tx, { ...change, userId: user.id, ...settled });
    emit('User.Created', user.id, { user: userOf(user), roleIds: added });
    for (const joined of joins) await joinOrganization({ tx, emit }, user.id, joined);
    emit('PostRegister', user.id, { user: userOf(user), interaction: { applicationId: flow.applicationId } });
    return { user: user.id, endings: user.endings };
  },
});
