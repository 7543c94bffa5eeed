import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { conflict } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';
import { withPassword } from '../../store/sessions/sessions.ts';

export const requireUserReset = defineOperation({
  name: 'requireUserReset',
  summary: 'Require that a user sets a new password at the next sign-in. Sessions continue until then.',
  words: {
    title: 'Require a new password from {userId}',
    button: 'Require new password',
    note: 'At the next sign-in. Sessions continue until then.',
    danger: null,
  },
  permission: 'users:write',
  record: 'userId',
  route: { method: 'POST', path: '/users/:userId/password/require-reset' },
  input: z.strictObject({ userId: idSchema('user').describe('The user, who has a password.') }),
  output: { user: entity('User', 'The updated user.') },
  always: ['User.Data.Updated'],
  async run({ tx, actor, now, emit, unchanged }, { userId }) {
    const locked = await lockUser(tx, userId);
    // The next one who signs in with the present password chooses the new one.
    await assertMayGrant({ tx, actor }, { holderId: userId });
    if (!(await withPassword(tx, [userId])).has(userId)) throw conflict('The user has no password.', 'userId');
    if (locked.passwordResetRequiredAt) return unchanged({ user: locked });
    const user = await tx.user.update({ where: { id: userId }, data: { passwordResetRequiredAt: now } });
    emit('User.Data.Updated', userId, { user: userOf(user), ...changeOf(userOf(locked), ['passwordResetRequiredAt']) });
    return { user };
  },
});
