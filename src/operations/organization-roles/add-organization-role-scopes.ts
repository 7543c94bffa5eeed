import { z } from 'zod';
import { organizationScopeDelta } from '../../domain/oauth/scope-delta.ts';
import { idsSchema, recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/records/links.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { lockOrganizationRole } from '../../store/row-locks/locked-records.ts';
import { organizationRoleOf } from '../../store/records/shapes.ts';

export const addOrganizationRoleScopes = defineOperation({
  name: 'addOrganizationRoleScopes',
  summary: 'Add organization scopes to an organization role. Existing ones are kept.',
  words: {
    title: 'Add {organizationScopeIds} to {organizationRoleId}',
    button: 'Add {organizationScopeIds}',
    note: 'What the role grants already stays.',
    danger: null,
  },
  permission: 'organization-roles:write',
  record: 'organizationRoleId',
  route: { method: 'POST', path: '/organization-roles/:organizationRoleId/scopes' },
  input: z.strictObject({
    organizationRoleId: recordId('organizationRole'),
    organizationScopeIds: idsSchema('organizationScope').describe('The organization scopes to add.'),
  }),
  output: { organizationRole: entity('OrganizationRole', 'The updated organization role.') },
  inverse: {
    operation: 'removeOrganizationRoleScope',
    field: 'organizationScopeId',
    takes: 'one',
    ids: 'addedOrganizationScopeIds',
  },
  always: ['OrganizationRole.Scopes.Updated'],
  async run({ tx, emit, unchanged }, { organizationRoleId, organizationScopeIds }) {
    const organizationRole = organizationRoleOf(await lockOrganizationRole(tx, organizationRoleId));
    await lockKeyShare(tx, 'organizationScope', organizationScopeIds, 'organizationScopeIds');
    const added = await addLinks(tx, 'organizationRoleScopes', [organizationRoleId], organizationScopeIds);
    if (!added.length) return unchanged({ organizationRole: organizationRoleId });
    const delta = organizationScopeDelta({ addedOrganizationScopeIds: added });
    emit('OrganizationRole.Scopes.Updated', organizationRoleId, { organizationRole, ...delta });
    return { organizationRole: organizationRoleId };
  },
});
