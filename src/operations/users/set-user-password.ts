import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { passwordSchema } from '../../domain/people/identifiers.ts';
import { contextWords, passwordProblem } from '../../domain/people/password-policy.ts';
import { recordId } from '../../domain/text.ts';
import { endImpersonations } from '../../kernel/impersonations.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { findPasswordProblem, refuseProblem } from '../../kernel/password-rules.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { endUser } from '../../store/sessions/session-epochs.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';

export const setUserPassword = defineOperation({
  name: 'setUserPassword',
  summary: 'Set the password of a user, which ends all sessions and tokens at once.',
  words: {
    title: 'Set password of {userId}',
    button: 'Set password',
    danger: 'All sessions and tokens end at once, and the old password stops working.',
  },
  permission: 'users:write',
  recentSignIn: true,
  record: 'userId',
  route: { method: 'PATCH', path: '/users/:userId/password' },
  input: z.strictObject({
    userId: recordId('user'),
    password: passwordSchema.describe(
      'Password, 8 to 256 characters. Refused if it is a common password, or consists of names and addresses of the user.',
    ),
  }),
  output: { user: entity('User', 'The updated user.') },
  always: ['User.Data.Updated'],
  sometimes: ['User.Impersonation.Ended'],
  async prepare({ passwords }, { password }) {
    refuseProblem(await findPasswordProblem(passwords, password));
    return { passwordHash: await passwords.hash(password) };
  },
  async run(context, { userId, password }, { passwordHash }) {
    const { tx, emit } = context;
    const locked = await lockUser(tx, userId);
    await assertMayGrant(context, { holderId: userId });
    refuseProblem(passwordProblem(password, { words: contextWords({ user: locked }) }));
    const user = await tx.user.update({ where: { id: userId }, data: { passwordHash } });
    const { sessionEpoch } = await endUser(tx, userId);
    emit('User.Data.Updated', userId, { user: userOf(user), ...changeOf(userOf(locked), ['password']), sessionEpoch });
    await endImpersonations(context, { administratorId: userId });
    return { user: userId };
  },
});
