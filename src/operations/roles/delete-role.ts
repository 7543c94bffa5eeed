import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { lock } from '../../store/locks.ts';
import { roleOf } from '../../store/shapes.ts';

export const deleteRole = defineOperation({
  name: 'deleteRole',
  // Its holders can be any number of people, so there is no event for each: Role.Deleted says that nobody holds it any more.
  summary: 'Delete a role; all who hold it lose it, without an event for each.',
  permission: 'roles:write',
  subject: 'roleId',
  route: { method: 'DELETE', path: '/roles/:roleId' },
  input: z.strictObject({ roleId: idSchema.describe('The role to delete.') }),
  output: { deletedRoleId: z.string().describe('The id of the deleted role.') },
  always: ['Role.Deleted'],
  async run({ tx, emit }, { roleId }) {
    await lock(tx, 'role', roleId, 'roleId');
    const role = await tx.role.delete({ where: { id: roleId } });
    emit('Role.Deleted', roleId, { role: roleOf(role) });
    return { deletedRoleId: roleId };
  },
});
