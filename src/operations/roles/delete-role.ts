import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { revokeKeepingAdministrator } from '../../store/access/administrators.ts';
import { clearLinks } from '../../store/records/links.ts';
import { lock } from '../../store/records/locks.ts';
import { roleOf } from '../../store/records/shapes.ts';

export const deleteRole = defineOperation({
  name: 'deleteRole',
  summary: 'Delete a role. All holders lose it; one event has them all.',
  permission: 'roles:write',
  recentSignIn: true,
  subject: 'roleId',
  route: { method: 'DELETE', path: '/roles/:roleId' },
  input: z.strictObject({ roleId: idSchema.describe('The role to delete.') }),
  output: { deletedRoleId: z.string().describe('The id of the deleted role.') },
  always: ['Role.Deleted'],
  async run({ tx, emit }, { roleId }) {
    await lock(tx, 'role', roleId, 'roleId');
    const deleted = await revokeKeepingAdministrator(tx, { roleIds: [roleId] }, 'roleId', async () => ({
      userIds: await clearLinks(tx, 'usersOfRole', [roleId]),
      applicationIds: await clearLinks(tx, 'applicationsOfRole', [roleId]),
      role: roleOf(await tx.role.delete({ where: { id: roleId } })),
    }));
    const [userCount, applicationCount] = [deleted.userIds.length, deleted.applicationIds.length];
    emit('Role.Deleted', roleId, { ...deleted, userCount, applicationCount });
    return { deletedRoleId: roleId };
  },
});
