import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { organizationScopeDelta } from '../../domain/oauth/scope-delta.ts';
import { idSchema, recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { removeLinks } from '../../store/records/links.ts';
import { lockOrganizationRole } from '../../store/row-locks/locked-records.ts';
import { organizationRoleOf } from '../../store/records/shapes.ts';

export const removeOrganizationRoleApiScope = defineOperation({
  name: 'removeOrganizationRoleApiScope',
  summary: 'Remove a scope of an API resource from an organization role.',
  words: {
    title: 'Remove {scopeId} from {organizationRoleId}',
    button: 'Remove {scopeId}',
    danger: 'All members who hold {organizationRoleId} lose this scope, unless another role grants it.',
  },
  permission: 'organization-roles:write',
  record: 'organizationRoleId',
  route: { method: 'DELETE', path: '/organization-roles/:organizationRoleId/api-scopes/:scopeId' },
  input: z.strictObject({
    organizationRoleId: recordId('organizationRole'),
    scopeId: idSchema('scope').describe('The scope to remove.'),
  }),
  output: { organizationRole: entity('OrganizationRole', 'The updated organization role.') },
  inverse: { operation: 'addOrganizationRoleApiScopes', field: 'scopeIds', takes: 'list', ids: 'removedScopeIds' },
  always: ['OrganizationRole.Scopes.Updated'],
  async run({ tx, emit }, { organizationRoleId, scopeId }) {
    const organizationRole = organizationRoleOf(await lockOrganizationRole(tx, organizationRoleId));
    const removedScopeIds = await removeLinks(tx, 'organizationRoleApiScopes', [organizationRoleId], [scopeId]);
    if (!removedScopeIds.length) throw notFound('scope of this organization role', 'scopeId');
    emit('OrganizationRole.Scopes.Updated', organizationRoleId, {
      organizationRole,
      ...organizationScopeDelta({ removedScopeIds }),
    });
    return { organizationRole: organizationRoleId };
  },
});
