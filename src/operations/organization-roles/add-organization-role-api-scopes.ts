import { z } from 'zod';
import { organizationScopeDelta } from '../../domain/scope-delta.ts';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/links.ts';
import { hold } from '../../store/locks.ts';
import { lockOrganizationRole } from '../../store/records.ts';
import { organizationRoleOf } from '../../store/shapes.ts';

export const addOrganizationRoleApiScopes = defineOperation({
  name: 'addOrganizationRoleApiScopes',
  summary: 'Add scopes of API resources to an organization role, besides those it has; tokens for members carry them.',
  permission: 'organization-roles:write',
  route: { method: 'POST', path: '/organization-roles/:id/api-scopes' },
  input: z.strictObject({
    id: idSchema.describe('The organization role that gets the scopes.'),
    scopeIds: idsSchema.describe('The scopes of API resources to add.'),
  }),
  output: { organizationRole: entity('OrganizationRole', 'The organization role as it is now.') },
  always: ['OrganizationRole.Scopes.Updated'],
  async run({ tx, emit, unchanged }, { id, scopeIds }) {
    const organizationRole = organizationRoleOf(await lockOrganizationRole(tx, id));
    await hold(tx, 'scope', scopeIds, 'scopeIds');
    const addedScopeIds = await addLinks(tx, 'organizationRoleApiScopes', [id], scopeIds);
    if (!addedScopeIds.length) return unchanged({ organizationRole: id });
    emit('OrganizationRole.Scopes.Updated', id, { organizationRole, ...organizationScopeDelta({ addedScopeIds }) });
    return { organizationRole: id };
  },
});
