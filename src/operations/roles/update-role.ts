import { z } from 'zod';
import { changesTo } from '../../domain/changes.ts';
import { descriptionSchema, idSchema, nameSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockRole } from '../../store/records/locked-records.ts';
import { roleOf } from '../../store/records/shapes.ts';

export const updateRole = defineOperation({
  name: 'updateRole',
  summary: 'Change the name, description or default status of a role; what is left out stays as it is.',
  permission: 'roles:write',
  subject: 'roleId',
  route: { method: 'PATCH', path: '/roles/:roleId' },
  input: z.strictObject({
    roleId: idSchema.describe('The role to change.'),
    name: nameSchema.optional().describe('Name of the role, unlike that of any other role.'),
    description: descriptionSchema.optional().describe('What the role is for.'),
    isDefault: z.boolean().optional().describe('Whether every user created from now on gets it.'),
  }),
  output: { role: entity('Role', 'The role as it is now.') },
  always: ['Role.Data.Updated'],
  async run({ tx, actor, emit, unchanged }, { roleId, ...wanted }) {
    const changes = changesTo(await lockRole(tx, roleId), wanted);
    const changed = Object.keys(changes);
    if (!changed.length) return unchanged({ role: roleId });
    // From now on everybody who is created gets it.
    if (changes.isDefault) await assertMayGrant({ tx, actor }, { roleIds: [roleId] });
    const role = await tx.role.update({ where: { id: roleId }, data: changes });
    emit('Role.Data.Updated', roleId, { role: roleOf(role), changed });
    return { role: roleId };
  },
});
