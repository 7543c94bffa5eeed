import { z } from 'zod';
import { organizationScopeDelta } from '../../domain/oauth/scope-delta.ts';
import { idsSchema, recordId } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { replaceLinks } from '../../store/records/links.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { lockOrganizationRole } from '../../store/row-locks/locked-records.ts';
import { organizationRoleOf } from '../../store/records/shapes.ts';

export const replaceOrganizationRoleApiScopes = defineOperation({
  name: 'replaceOrganizationRoleApiScopes',
  summary: 'Replace all scopes of API resources of an organization role. Its organization scopes are kept.',
  words: {
    title: 'Replace all scopes of API resources of {organizationRoleId}',
    button: 'Replace scopes',
    note: 'Its organization scopes stay.',
    danger: null,
  },
  permission: 'organization-roles:write',
  record: 'organizationRoleId',
  route: { method: 'PUT', path: '/organization-roles/:organizationRoleId/api-scopes' },
  input: z.strictObject({
    organizationRoleId: recordId('organizationRole'),
    scopeIds: idsSchema('scope').describe('The new scopes of API resources.'),
  }),
  output: { organizationRole: entity('OrganizationRole', 'The updated organization role.') },
  inverse: { list: 'scopeIds', added: 'addedScopeIds', removed: 'removedScopeIds' },
  always: ['OrganizationRole.Scopes.Updated'],
  async run({ tx, actor, emit, unchanged }, { organizationRoleId, scopeIds }) {
    const organizationRole = organizationRoleOf(await lockOrganizationRole(tx, organizationRoleId));
    await lockKeyShare(tx, 'scope', scopeIds, 'scopeIds');
    const { added, removed } = await replaceLinks(tx, 'organizationRoleApiScopes', [organizationRoleId], scopeIds);
    if (!added.length && !removed.length) return unchanged({ organizationRole: organizationRoleId });
    await assertMayGrant({ tx, actor }, { scopeIds: added });
    const delta = organizationScopeDelta({ addedScopeIds: added, removedScopeIds: removed });
    emit('OrganizationRole.Scopes.Updated', organizationRoleId, { organizationRole, ...delta });
    return { organizationRole: organizationRoleId };
  },
});
