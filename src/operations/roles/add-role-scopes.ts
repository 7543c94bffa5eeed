import { z } from 'zod';
import { idsSchema, recordId } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/records/links.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { lockRole } from '../../store/row-locks/locked-records.ts';
import { roleOf } from '../../store/records/shapes.ts';

export const addRoleScopes = defineOperation({
  name: 'addRoleScopes',
  summary: 'Add scopes to a role. Existing ones are kept.',
  words: {
    title: 'Add {scopeIds} to {roleId}',
    button: 'Add {scopeIds}',
    note: 'What the role grants already stays.',
    danger: null,
  },
  permission: 'roles:write',
  record: 'roleId',
  route: { method: 'POST', path: '/roles/:roleId/scopes' },
  input: z.strictObject({
    roleId: recordId('role'),
    scopeIds: idsSchema('scope').describe('The scopes to add.'),
  }),
  output: { role: entity('Role', 'The updated role.') },
  inverse: { operation: 'removeRoleScope', field: 'scopeId', takes: 'one', ids: 'addedScopeIds' },
  always: ['Role.Scopes.Updated'],
  async run({ tx, actor, emit, unchanged }, { roleId, scopeIds }) {
    const role = await lockRole(tx, roleId);
    await lockKeyShare(tx, 'scope', scopeIds, 'scopeIds');
    const addedScopeIds = await addLinks(tx, 'roleScopes', [roleId], scopeIds);
    if (!addedScopeIds.length) return unchanged({ role: roleId });
    await assertMayGrant({ tx, actor }, { scopeIds: addedScopeIds });
    emit('Role.Scopes.Updated', roleId, { role: roleOf(role), addedScopeIds, removedScopeIds: [] });
    return { role: roleId };
  },
});
