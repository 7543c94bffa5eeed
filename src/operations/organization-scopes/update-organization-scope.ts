import { z } from 'zod';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import { descriptionSchema, idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockOrganizationScope } from '../../store/row-locks/locked-records.ts';
import { organizationScopeOf } from '../../store/records/shapes.ts';

export const updateOrganizationScope = defineOperation({
  name: 'updateOrganizationScope',
  summary:
    'Update the description of an organization scope. Its name cannot be changed, because issued tokens contain it.',
  words: {
    title: 'Edit {organizationScopeId}',
    button: 'Save changes',
    note: 'Its name cannot be changed, because issued tokens contain it.',
    danger: null,
  },
  permission: 'organization-roles:write',
  record: 'organizationScopeId',
  route: { method: 'PATCH', path: '/organization-scopes/:organizationScopeId' },
  input: z.strictObject({
    organizationScopeId: idSchema('organizationScope').describe('The organization scope to update.'),
    description: descriptionSchema.optional().describe('What the scope allows.'),
  }),
  output: { organizationScope: entity('OrganizationScope', 'The updated organization scope.') },
  always: ['OrganizationScope.Data.Updated'],
  async run({ tx, emit, unchanged }, { organizationScopeId, ...values }) {
    const before = await lockOrganizationScope(tx, organizationScopeId);
    const changes = changesTo(before, values);
    const changed = Object.keys(changes);
    if (!changed.length) return unchanged({ organizationScope: organizationScopeId });
    const organizationScope = await tx.organizationScope.update({ where: { id: organizationScopeId }, data: changes });
    emit('OrganizationScope.Data.Updated', organizationScopeId, {
      organizationScope: organizationScopeOf(organizationScope),
      ...changeOf(organizationScopeOf(before), changed),
    });
    return { organizationScope: organizationScopeId };
  },
});
