import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { lock } from '../../store/locks.ts';
import { organizationScopeOf } from '../../store/shapes.ts';

export const deleteOrganizationScope = defineOperation({
  name: 'deleteOrganizationScope',
  summary: 'Delete an organization scope, which every organization role loses, without an event for each.',
  permission: 'organization-roles:write',
  route: { method: 'DELETE', path: '/organization-scopes/:id' },
  input: z.strictObject({ id: idSchema.describe('The organization scope to delete.') }),
  output: { deletedOrganizationScopeId: z.string().describe('The id of the deleted organization scope.') },
  always: ['OrganizationScope.Deleted'],
  async run({ tx, emit }, { id }) {
    await lock(tx, 'organization scope', id, 'id');
    const organizationScope = await tx.organizationScope.delete({ where: { id } });
    emit('OrganizationScope.Deleted', id, { organizationScope: organizationScopeOf(organizationScope) });
    return { deletedOrganizationScopeId: id };
  },
});
