import { z } from 'zod';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import { descriptionSchema, idSchema, nameSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockRole } from '../../store/row-locks/locked-records.ts';
import { roleOf } from '../../store/records/shapes.ts';

export const updateRole = defineOperation({
  name: 'updateRole',
  summary: 'Update the name, description or default status of a role. Omitted fields keep their values.',
  words: { title: 'Edit {roleId}', button: 'Save changes', danger: null },
  permission: 'roles:write',
  record: 'roleId',
  route: { method: 'PATCH', path: '/roles/:roleId' },
  input: z.strictObject({
    roleId: idSchema('role').describe('The role to update.'),
    name: nameSchema.optional().describe('Name of the role, unique among roles.'),
    description: descriptionSchema.optional().describe('Purpose of the role.'),
    isDefault: z.boolean().optional().describe('Whether new users get the role.'),
  }),
  output: { role: entity('Role', 'The updated role.') },
  always: ['Role.Data.Updated'],
  async run({ tx, actor, emit, unchanged }, { roleId, ...values }) {
    const before = await lockRole(tx, roleId);
    const changes = changesTo(before, values);
    const changed = Object.keys(changes);
    if (!changed.length) return unchanged({ role: roleId });
    // Every new user will get it.
    if (changes.isDefault) await assertMayGrant({ tx, actor }, { roleIds: [roleId] });
    const role = await tx.role.update({ where: { id: roleId }, data: changes });
    emit('Role.Data.Updated', roleId, { role: roleOf(role), ...changeOf(roleOf(before), changed) });
    return { role: roleId };
  },
});
