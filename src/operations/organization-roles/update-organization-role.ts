import { z } from 'zod';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import { descriptionSchema, idSchema, nameSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockOrganizationRole } from '../../store/row-locks/locked-records.ts';
import { organizationRoleOf } from '../../store/records/shapes.ts';

export const updateOrganizationRole = defineOperation({
  name: 'updateOrganizationRole',
  summary: 'Update the name or description of an organization role. Omitted fields keep their values.',
  words: { title: 'Edit {organizationRoleId}', button: 'Save changes', danger: null },
  permission: 'organization-roles:write',
  record: 'organizationRoleId',
  route: { method: 'PATCH', path: '/organization-roles/:organizationRoleId' },
  input: z.strictObject({
    organizationRoleId: idSchema('organizationRole').describe('The organization role to update.'),
    name: nameSchema.optional().describe('Name of the organization role, unique among organization roles.'),
    description: descriptionSchema.optional().describe('Purpose of the organization role.'),
  }),
  output: { organizationRole: entity('OrganizationRole', 'The updated organization role.') },
  always: ['OrganizationRole.Data.Updated'],
  async run({ tx, emit, unchanged }, { organizationRoleId, ...values }) {
    const before = await lockOrganizationRole(tx, organizationRoleId);
    const changes = changesTo(before, values);
    const changed = Object.keys(changes);
    if (!changed.length) return unchanged({ organizationRole: organizationRoleId });
    const organizationRole = await tx.organizationRole.update({ where: { id: organizationRoleId }, data: changes });
    emit('OrganizationRole.Data.Updated', organizationRoleId, {
      organizationRole: organizationRoleOf(organizationRole),
      ...changeOf(organizationRoleOf(before), changed),
    });
    return { organizationRole: organizationRoleId };
  },
});
