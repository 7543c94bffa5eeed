import { z } from 'zod';
import { passwordSchema } from '../../domain/identifiers.ts';
import { idSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { endUser } from '../../store/sessions/endings.ts';
import { lock } from '../../store/records/locks.ts';
import { userOf } from '../../store/records/shapes.ts';

export const setUserPassword = defineOperation({
  name: 'setUserPassword',
  summary: 'Set the password of a user, which ends all sessions and tokens at once.',
  permission: 'users:write',
  subject: 'userId',
  route: { method: 'PATCH', path: '/users/:userId/password' },
  input: z.strictObject({
    userId: idSchema.describe('The user.'),
    password: passwordSchema,
  }),
  output: { user: entity('User', 'The updated user.') },
  always: ['User.Data.Updated'],
  prepare: async ({ passwords }, { password }) => ({ passwordHash: await passwords.hash(password) }),
  async run({ tx, actor, emit }, { userId }, { passwordHash }) {
    await lock(tx, 'user', userId, 'userId');
    await assertMayGrant({ tx, actor }, { holderId: userId });
    const user = await tx.user.update({ where: { id: userId }, data: { passwordHash } });
    await endUser(tx, userId);
    emit('User.Data.Updated', userId, { user: userOf(user), changed: ['password'] });
    return { user: userId };
  },
});
