import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { organizationScopeDelta } from '../../domain/oauth/scope-delta.ts';
import { idSchema, recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { removeLinks } from '../../store/records/links.ts';
import { lockOrganizationRole } from '../../store/row-locks/locked-records.ts';
import { organizationRoleOf } from '../../store/records/shapes.ts';

export const removeOrganizationRoleScope = defineOperation({
  name: 'removeOrganizationRoleScope',
  summary: 'Remove an organization scope from an organization role.',
  words: {
    title: 'Remove {organizationScopeId} from {organizationRoleId}',
    button: 'Remove {organizationScopeId}',
    danger: 'All members who hold {organizationRoleId} lose this scope, unless another role grants it.',
  },
  permission: 'organization-roles:write',
  record: 'organizationRoleId',
  route: { method: 'DELETE', path: '/organization-roles/:organizationRoleId/scopes/:organizationScopeId' },
  input: z.strictObject({
    organizationRoleId: recordId('organizationRole'),
    organizationScopeId: idSchema('organizationScope').describe('The organization scope to remove.'),
  }),
  output: { organizationRole: entity('OrganizationRole', 'The updated organization role.') },
  inverse: {
    operation: 'addOrganizationRoleScopes',
    field: 'organizationScopeIds',
    takes: 'list',
    ids: 'removedOrganizationScopeIds',
  },
  always: ['OrganizationRole.Scopes.Updated'],
  async run({ tx, emit }, { organizationRoleId, organizationScopeId }) {
    const organizationRole = organizationRoleOf(await lockOrganizationRole(tx, organizationRoleId));
    const removed = await removeLinks(tx, 'organizationRoleScopes', [organizationRoleId], [organizationScopeId]);
    if (!removed.length) throw notFound('scope of this organization role', 'organizationScopeId');
    const delta = organizationScopeDelta({ removedOrganizationScopeIds: removed });
    emit('OrganizationRole.Scopes.Updated', organizationRoleId, { organizationRole, ...delta });
    return { organizationRole: organizationRoleId };
  },
});
