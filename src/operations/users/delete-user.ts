import { z } from 'zod';
import { membershipDelta } from '../../domain/people/membership.ts';
import { idSchema } from '../../domain/text.ts';
import { defineBulk } from '../../kernel/bulk-operation.ts';
import { endImpersonations } from '../../kernel/impersonations.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { endUserKeepingAdministrator } from '../../store/access/administrators.ts';
import { clearLinks } from '../../store/records/links.ts';
import { lock } from '../../store/row-locks/row-locks.ts';
import { userOf } from '../../store/records/shapes.ts';
import { deletedIdOf } from '../../vocabulary/ids.ts';

export const deleteUser = defineOperation({
  name: 'deleteUser',
  summary: 'Delete a user. Memberships, sessions and tokens end at once.',
  words: {
    title: 'Delete {userId}',
    button: 'Delete {userId}',
    danger: 'The account, its memberships, sessions and tokens end at once. There is no way back.',
  },
  permission: 'users:write',
  recentSignIn: true,
  record: 'userId',
  route: { method: 'DELETE', path: '/users/:userId' },
  input: z.strictObject({ userId: idSchema('user').describe('The user to delete.') }),
  output: { deletedUserId: deletedIdOf('user') },
  always: ['User.Deleted'],
  sometimes: ['Organization.Membership.Updated', 'User.Impersonation.Ended'],
  async run(context, { userId }) {
    const { tx, emit } = context;
    await lock(tx, 'user', userId, 'userId');
    // In one packet.
    const [left, user] = await Promise.all([
      clearLinks(tx, 'organizationsOfUser', [userId]),
      endUserKeepingAdministrator(tx, userId, () => tx.user.delete({ where: { id: userId } })),
    ]);
    for (const id of left) {
      emit('Organization.Membership.Updated', id, membershipDelta(id, { removedUserIds: [userId] }), id);
    }
    await endImpersonations(context, { administratorId: userId });
    emit('User.Deleted', userId, { user: userOf(user), sessionEpoch: user.sessionEpoch });
    return { deletedUserId: userId };
  },
});

export const deleteUsers = defineBulk(deleteUser, {
  name: 'deleteUsers',
  summary: 'Delete many users.',
  words: {
    title: 'Delete {items}',
    button: 'Delete {items}',
    danger: 'Their accounts, memberships, sessions and tokens end at once. There is no way back.',
  },
});
