import { z } from 'zod';
import { organizationScopeDelta } from '../../domain/oauth/scope-delta.ts';
import { idsSchema, recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { replaceLinks } from '../../store/records/links.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { lockOrganizationRole } from '../../store/row-locks/locked-records.ts';
import { organizationRoleOf } from '../../store/records/shapes.ts';

export const replaceOrganizationRoleScopes = defineOperation({
  name: 'replaceOrganizationRoleScopes',
  summary: 'Replace all organization scopes of an organization role. Its scopes of API resources are kept.',
  words: {
    title: 'Replace all organization scopes of {organizationRoleId}',
    button: 'Replace organization scopes',
    note: 'Its scopes of API resources stay.',
    danger: null,
  },
  permission: 'organization-roles:write',
  record: 'organizationRoleId',
  route: { method: 'PUT', path: '/organization-roles/:organizationRoleId/scopes' },
  input: z.strictObject({
    organizationRoleId: recordId('organizationRole'),
    organizationScopeIds: idsSchema('organizationScope').describe('The new organization scopes.'),
  }),
  output: { organizationRole: entity('OrganizationRole', 'The updated organization role.') },
  inverse: { list: 'organizationScopeIds', added: 'addedOrganizationScopeIds', removed: 'removedOrganizationScopeIds' },
  always: ['OrganizationRole.Scopes.Updated'],
  async run({ tx, emit, unchanged }, { organizationRoleId, organizationScopeIds }) {
    const organizationRole = organizationRoleOf(await lockOrganizationRole(tx, organizationRoleId));
    await lockKeyShare(tx, 'organizationScope', organizationScopeIds, 'organizationScopeIds');
    const { added, removed } = await replaceLinks(
      tx,
      'organizationRoleScopes',
      [organizationRoleId],
      organizationScopeIds,
    );
    if (!added.length && !removed.length) return unchanged({ organizationRole: organizationRoleId });
    const delta = organizationScopeDelta({ addedOrganizationScopeIds: added, removedOrganizationScopeIds: removed });
    emit('OrganizationRole.Scopes.Updated', organizationRoleId, { organizationRole, ...delta });
    return { organizationRole: organizationRoleId };
  },
});
