import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { revokeKeepingAdministrator } from '../../store/access/administrators.ts';
import { lock } from '../../store/row-locks/row-locks.ts';
import { applicationRoles, removeFirst, userRoles } from '../../store/records/role-holders.ts';
import { roleOf } from '../../store/records/shapes.ts';
import { deletedIdOf } from '../../vocabulary/ids.ts';

export const deleteRole = defineOperation({
  name: 'deleteRole',
  summary: 'Delete a role. All holders lose it; one event has them all.',
  words: {
    title: 'Delete {roleId}',
    button: 'Delete {roleId}',
    danger: 'All who hold this role lose what it grants. There is no way back.',
  },
  permission: 'roles:write',
  recentSignIn: true,
  record: 'roleId',
  route: { method: 'DELETE', path: '/roles/:roleId' },
  input: z.strictObject({ roleId: idSchema('role').describe('The role to delete.') }),
  output: { deletedRoleId: deletedIdOf('role') },
  always: ['Role.Deleted'],
  async run({ tx, emit }, { roleId }) {
    await lock(tx, 'role', roleId, 'roleId');
    const deleted = await revokeKeepingAdministrator(tx, { roleIds: [roleId] }, 'roleId', async () => ({
      users: await removeFirst(tx, 'Role.Deleted', userRoles, roleId),
      applications: await removeFirst(tx, 'Role.Deleted', applicationRoles, roleId),
      role: roleOf(await tx.role.delete({ where: { id: roleId } })),
    }));
    emit('Role.Deleted', roleId, {
      role: deleted.role,
      userIds: deleted.users.holders.map(({ userId }) => userId),
      userCount: deleted.users.count,
      applicationIds: deleted.applications.holders.map(({ applicationId }) => applicationId),
      applicationCount: deleted.applications.count,
    });
    return { deletedRoleId: roleId };
  },
});
