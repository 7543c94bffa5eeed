import { z } from 'zod';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { taking } from '../../store/access/administrators.ts';
import { replaceLinks } from '../../store/records/links.ts';
import { hold } from '../../store/records/locks.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';

export const replaceUserRoles = defineOperation({
  name: 'replaceUserRoles',
  summary: 'Make these roles, and no others, those of a user.',
  permission: 'users:write',
  subject: 'userId',
  route: { method: 'PUT', path: '/users/:userId/roles' },
  input: z.strictObject({
    userId: idSchema.describe('The user whose roles are replaced.'),
    roleIds: idsSchema.describe('All roles that the user is to hold.'),
  }),
  output: { user: entity('User', 'The user as it is now.') },
  always: ['User.Roles.Updated'],
  async run({ tx, actor, emit, unchanged }, { userId, roleIds }) {
    const user = await lockUser(tx, userId);
    await hold(tx, 'role', roleIds, 'roleIds');
    const { added, removed } = await taking(tx, { userId, roleIdsLeft: roleIds }, 'roleIds', () =>
      replaceLinks(tx, 'userRoles', [userId], roleIds),
    );
    if (!added.length && !removed.length) return unchanged({ user: userId });
    await assertMayGrant({ tx, actor }, { roleIds: added });
    emit('User.Roles.Updated', userId, { user: userOf(user), addedRoleIds: added, removedRoleIds: removed });
    return { user: userId };
  },
});
