import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { lock } from '../../store/locks.ts';
import { organizationRoleOf } from '../../store/shapes.ts';

export const deleteOrganizationRole = defineOperation({
  name: 'deleteOrganizationRole',
  summary: 'Delete an organization role; all members who have it lose it, without an event for each.',
  permission: 'organization-roles:write',
  subject: 'organizationRoleId',
  route: { method: 'DELETE', path: '/organization-roles/:organizationRoleId' },
  input: z.strictObject({ organizationRoleId: idSchema.describe('The organization role to delete.') }),
  output: { deletedOrganizationRoleId: z.string().describe('The id of the deleted organization role.') },
  always: ['OrganizationRole.Deleted'],
  async run({ tx, emit }, { organizationRoleId }) {
    await lock(tx, 'organization role', organizationRoleId, 'organizationRoleId');
    const organizationRole = await tx.organizationRole.delete({ where: { id: organizationRoleId } });
    emit('OrganizationRole.Deleted', organizationRoleId, { organizationRole: organizationRoleOf(organizationRole) });
    return { deletedOrganizationRoleId: organizationRoleId };
  },
});
