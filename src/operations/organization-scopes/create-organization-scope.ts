import { z } from 'zod';
import { scopeNameSchema } from '../../domain/oauth/api-resource.ts';
import { descriptionSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { organizationScopeOf } from '../../store/records/shapes.ts';

export const createOrganizationScope = defineOperation({
  name: 'createOrganizationScope',
  summary: 'Create an organization scope: a scope that applies within an organization.',
  words: { title: 'Create organization scope', button: 'Create organization scope', danger: null },
  permission: 'organization-roles:write',
  route: { method: 'POST', path: '/organization-scopes' },
  input: z.strictObject({
    name: scopeNameSchema.describe(
      'Value of the scope in tokens (RFC 6749 §3.3), unique among organization scopes. Cannot be changed.',
    ),
    description: descriptionSchema.default('').describe('What the scope allows.'),
  }),
  output: { organizationScope: entity('OrganizationScope', 'The new organization scope.') },
  always: ['OrganizationScope.Created'],
  async run({ tx, ids, emit }, data) {
    const id = ids.next('organizationScope');
    const organizationScope = await tx.organizationScope.create({ data: { ...data, id } });
    emit('OrganizationScope.Created', id, { organizationScope: organizationScopeOf(organizationScope) });
    return { organizationScope: id };
  },
});
