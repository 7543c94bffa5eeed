import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { endUserKeepingAdministrator } from '../../store/access/administrators.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';
import { field } from '../../vocabulary/shape-parts.ts';

export const setUserSuspended = defineOperation({
  name: 'setUserSuspended',
  summary: 'Suspend a user, which ends all sessions and tokens at once, or reactivate the user.',
  permission: 'users:write',
  subject: 'userId',
  route: { method: 'PATCH', path: '/users/:userId/is-suspended' },
  input: z.strictObject({
    userId: idSchema('user').describe('The user to suspend or reactivate.'),
    isSuspended: field(z.boolean(), '`true` suspends, `false` reactivates.', true),
  }),
  output: { user: entity('User', 'The updated user.') },
  always: ['User.SuspensionStatus.Updated'],
  async run({ tx, now, emit, unchanged }, { userId, isSuspended }) {
    const before = await lockUser(tx, userId);
    if ((before.suspendedAt !== null) === isSuspended) return unchanged({ user: before });
    const data = { suspendedAt: isSuspended ? now : null };
    const change = () => tx.user.update({ where: { id: userId }, data });
    const user = isSuspended ? await endUserKeepingAdministrator(tx, userId, change) : await change();
    emit('User.SuspensionStatus.Updated', userId, { user: userOf(user) });
    return { user };
  },
});
