import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema, recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { revokeKeepingAdministrator } from '../../store/access/administrators.ts';
import { removeLinks } from '../../store/records/links.ts';
import { lockRole } from '../../store/row-locks/locked-records.ts';
import { roleOf } from '../../store/records/shapes.ts';

export const removeRoleScope = defineOperation({
  name: 'removeRoleScope',
  summary: 'Remove a scope from a role.',
  words: {
    title: 'Remove {scopeId} from {roleId}',
    button: 'Remove {scopeId}',
    danger: 'All who hold {roleId} lose this scope, unless another role grants it.',
  },
  permission: 'roles:write',
  record: 'roleId',
  route: { method: 'DELETE', path: '/roles/:roleId/scopes/:scopeId' },
  input: z.strictObject({
    roleId: recordId('role'),
    scopeId: idSchema('scope').describe('The scope to remove.'),
  }),
  output: { role: entity('Role', 'The updated role.') },
  inverse: { operation: 'addRoleScopes', field: 'scopeIds', takes: 'list', ids: 'removedScopeIds' },
  always: ['Role.Scopes.Updated'],
  async run({ tx, emit }, { roleId, scopeId }) {
    const role = await lockRole(tx, roleId);
    const removedScopeIds = await revokeKeepingAdministrator(tx, { scopeIds: [scopeId] }, 'scopeId', () =>
      removeLinks(tx, 'roleScopes', [roleId], [scopeId]),
    );
    if (!removedScopeIds.length) throw notFound('scope of this role', 'scopeId');
    emit('Role.Scopes.Updated', roleId, { role: roleOf(role), addedScopeIds: [], removedScopeIds });
    return { role: roleId };
  },
});
