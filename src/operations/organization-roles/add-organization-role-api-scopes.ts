import { z } from 'zod';
import { organizationScopeDelta } from '../../domain/oauth/scope-delta.ts';
import { idsSchema, recordId } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/records/links.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { lockOrganizationRole } from '../../store/row-locks/locked-records.ts';
import { organizationRoleOf } from '../../store/records/shapes.ts';

export const addOrganizationRoleApiScopes = defineOperation({
  name: 'addOrganizationRoleApiScopes',
  summary:
    'Add scopes of API resources to an organization role. Existing ones are kept. Access tokens of its holders contain them.',
  words: {
    title: 'Add {scopeIds} to {organizationRoleId}',
    button: 'Add {scopeIds}',
    note: 'What the role grants already stays. New access tokens of its holders contain them.',
    danger: null,
  },
  permission: 'organization-roles:write',
  record: 'organizationRoleId',
  route: { method: 'POST', path: '/organization-roles/:organizationRoleId/api-scopes' },
  input: z.strictObject({
    organizationRoleId: recordId('organizationRole'),
    scopeIds: idsSchema('scope').describe('The scopes of API resources to add.'),
  }),
  output: { organizationRole: entity('OrganizationRole', 'The updated organization role.') },
  inverse: { operation: 'removeOrganizationRoleApiScope', field: 'scopeId', takes: 'one', ids: 'addedScopeIds' },
  always: ['OrganizationRole.Scopes.Updated'],
  async run({ tx, actor, emit, unchanged }, { organizationRoleId, scopeIds }) {
    const organizationRole = organizationRoleOf(await lockOrganizationRole(tx, organizationRoleId));
    await lockKeyShare(tx, 'scope', scopeIds, 'scopeIds');
    const addedScopeIds = await addLinks(tx, 'organizationRoleApiScopes', [organizationRoleId], scopeIds);
    if (!addedScopeIds.length) return unchanged({ organizationRole: organizationRoleId });
    await assertMayGrant({ tx, actor }, { scopeIds: addedScopeIds });
    emit('OrganizationRole.Scopes.Updated', organizationRoleId, {
      organizationRole,
      ...organizationScopeDelta({ addedScopeIds }),
    });
    return { organizationRole: organizationRoleId };
  },
});
