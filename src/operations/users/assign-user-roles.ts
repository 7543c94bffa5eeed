import { z } from 'zod';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/records/links.ts';
import { hold } from '../../store/records/locks.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';

export const assignUserRoles = defineOperation({
  name: 'assignUserRoles',
  summary: 'Assign roles to a user, besides those already held.',
  permission: 'users:write',
  subject: 'userId',
  route: { method: 'POST', path: '/users/:userId/roles' },
  input: z.strictObject({
    userId: idSchema.describe('The user who gets the roles.'),
    roleIds: idsSchema.describe('The roles to assign.'),
  }),
  output: { user: entity('User', 'The user as it is now.') },
  always: ['User.Roles.Updated'],
  async run({ tx, actor, emit, unchanged }, { userId, roleIds }) {
    const user = await lockUser(tx, userId);
    await hold(tx, 'role', roleIds, 'roleIds');
    const addedRoleIds = await addLinks(tx, 'userRoles', [userId], roleIds);
    if (!addedRoleIds.length) return unchanged({ user: userId });
    await assertMayGrant({ tx, actor }, { roleIds: addedRoleIds });
    emit('User.Roles.Updated', userId, { user: userOf(user), addedRoleIds, removedRoleIds: [] });
    return { user: userId };
  },
});
