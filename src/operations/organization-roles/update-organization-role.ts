import { z } from 'zod';
import { changesTo } from '../../domain/changes.ts';
import { descriptionSchema, idSchema, nameSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockOrganizationRole } from '../../store/records/locked-records.ts';
import { organizationRoleOf } from '../../store/records/shapes.ts';

export const updateOrganizationRole = defineOperation({
  name: 'updateOrganizationRole',
  summary: 'Change the name or description of an organization role; what is left out stays as it is.',
  permission: 'organization-roles:write',
  subject: 'organizationRoleId',
  route: { method: 'PATCH', path: '/organization-roles/:organizationRoleId' },
  input: z.strictObject({
    organizationRoleId: idSchema.describe('The organization role to change.'),
    name: nameSchema.optional().describe('Name of the organization role, unlike that of any other.'),
    description: descriptionSchema.optional().describe('What the organization role is for.'),
  }),
  output: { organizationRole: entity('OrganizationRole', 'The organization role as it is now.') },
  always: ['OrganizationRole.Data.Updated'],
  async run({ tx, emit, unchanged }, { organizationRoleId, ...wanted }) {
    const changes = changesTo(await lockOrganizationRole(tx, organizationRoleId), wanted);
    const changed = Object.keys(changes);
    if (!changed.length) return unchanged({ organizationRole: organizationRoleId });
    const organizationRole = await tx.organizationRole.update({ where: { id: organizationRoleId }, data: changes });
    emit('OrganizationRole.Data.Updated', organizationRoleId, {
      organizationRole: organizationRoleOf(organizationRole),
      changed,
    });
    return { organizationRole: organizationRoleId };
  },
});
