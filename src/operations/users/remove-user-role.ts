import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { taking } from '../../store/access/administrators.ts';
import { removeLinks } from '../../store/records/links.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';

export const removeUserRole = defineOperation({
  name: 'removeUserRole',
  summary: 'Take a role from a user.',
  permission: 'users:write',
  subject: 'userId',
  route: { method: 'DELETE', path: '/users/:userId/roles/:roleId' },
  input: z.strictObject({
    userId: idSchema.describe('The user who loses the role.'),
    roleId: idSchema.describe('A role that the user holds.'),
  }),
  output: { user: entity('User', 'The user as it is now.') },
  always: ['User.Roles.Updated'],
  async run({ tx, emit }, { userId, roleId }) {
    const user = await lockUser(tx, userId);
    const removedRoleIds = await taking(tx, { roleIds: [roleId] }, 'roleId', () =>
      removeLinks(tx, 'userRoles', [userId], [roleId]),
    );
    if (!removedRoleIds.length) throw notFound('role of this user', 'roleId');
    emit('User.Roles.Updated', userId, { user: userOf(user), addedRoleIds: [], removedRoleIds });
    return { user: userId };
  },
});
