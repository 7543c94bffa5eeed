import { z } from 'zod';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/links.ts';
import { hold } from '../../store/locks.ts';
import { lockRole } from '../../store/records.ts';
import { roleOf } from '../../store/shapes.ts';

export const addRoleScopes = defineOperation({
  name: 'addRoleScopes',
  summary: 'Add scopes to a role, besides those it has.',
  permission: 'roles:write',
  route: { method: 'POST', path: '/roles/:id/scopes' },
  input: z.strictObject({
    id: idSchema.describe('The role that gets the scopes.'),
    scopeIds: idsSchema.describe('The scopes to add.'),
  }),
  output: { role: entity('Role', 'The role as it is now.') },
  always: ['Role.Scopes.Updated'],
  async run({ tx, emit, unchanged }, { id, scopeIds }) {
    const role = await lockRole(tx, id);
    await hold(tx, 'scope', scopeIds, 'scopeIds');
    const addedScopeIds = await addLinks(tx, 'roleScopes', [id], scopeIds);
    if (!addedScopeIds.length) return unchanged({ role: id });
    emit('Role.Scopes.Updated', id, { role: roleOf(role), addedScopeIds, removedScopeIds: [] });
    return { role: id };
  },
});
