import { z } from 'zod';
import { organizationScopeDelta } from '../../domain/scope-delta.ts';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/links.ts';
import { hold } from '../../store/locks.ts';
import { lockOrganizationRole } from '../../store/records.ts';
import { organizationRoleOf } from '../../store/shapes.ts';

export const addOrganizationRoleScopes = defineOperation({
  name: 'addOrganizationRoleScopes',
  summary: 'Add organization scopes to an organization role, besides those it has.',
  permission: 'organization-roles:write',
  route: { method: 'POST', path: '/organization-roles/:id/scopes' },
  input: z.strictObject({
    id: idSchema.describe('The organization role that gets the scopes.'),
    organizationScopeIds: idsSchema.describe('The organization scopes to add.'),
  }),
  output: { organizationRole: entity('OrganizationRole', 'The organization role as it is now.') },
  always: ['OrganizationRole.Scopes.Updated'],
  async run({ tx, emit, unchanged }, { id, organizationScopeIds }) {
    const organizationRole = organizationRoleOf(await lockOrganizationRole(tx, id));
    await hold(tx, 'organization scope', organizationScopeIds, 'organizationScopeIds');
    const added = await addLinks(tx, 'organizationRoleScopes', [id], organizationScopeIds);
    if (!added.length) return unchanged({ organizationRole: id });
    const delta = organizationScopeDelta({ addedOrganizationScopeIds: added });
    emit('OrganizationRole.Scopes.Updated', id, { organizationRole, ...delta });
    return { organizationRole: id };
  },
});
