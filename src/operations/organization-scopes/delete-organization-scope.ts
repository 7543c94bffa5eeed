import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { removeOrganizationScopeFromRoles } from '../../store/records/cascades.ts';
import { lock } from '../../store/row-locks/row-locks.ts';
import { organizationScopeOf } from '../../store/records/shapes.ts';
import { deletedIdOf } from '../../vocabulary/ids.ts';

export const deleteOrganizationScope = defineOperation({
  name: 'deleteOrganizationScope',
  summary: 'Delete an organization scope. It is removed from all organization roles.',
  words: {
    title: 'Delete {organizationScopeId}',
    button: 'Delete {organizationScopeId}',
    danger: 'It leaves all organization roles. There is no way back.',
  },
  permission: 'organization-roles:write',
  recentSignIn: true,
  record: 'organizationScopeId',
  route: { method: 'DELETE', path: '/organization-scopes/:organizationScopeId' },
  input: z.strictObject({
    organizationScopeId: idSchema('organizationScope').describe('The organization scope to delete.'),
  }),
  output: {
    deletedOrganizationScopeId: deletedIdOf('organizationScope'),
  },
  always: ['OrganizationScope.Deleted'],
  sometimes: ['OrganizationRole.Scopes.Updated'],
  async run({ tx, emit }, { organizationScopeId }) {
    await lock(tx, 'organizationScope', organizationScopeId, 'organizationScopeId');
    for (const [id, data] of await removeOrganizationScopeFromRoles(tx, organizationScopeId)) {
      emit('OrganizationRole.Scopes.Updated', id, data);
    }
    const organizationScope = await tx.organizationScope.delete({ where: { id: organizationScopeId } });
    emit('OrganizationScope.Deleted', organizationScopeId, {
      organizationScope: organizationScopeOf(organizationScope),
    });
    return { deletedOrganizationScopeId: organizationScopeId };
  },
});
