import { z } from 'zod';
import { organizationScopeDelta } from '../../domain/oauth/scope-delta.ts';
import { descriptionSchema, idsSchema, nameSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/records/links.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { organizationRoleOf } from '../../store/records/shapes.ts';

export const createOrganizationRole = defineOperation({
  name: 'createOrganizationRole',
  summary: 'Create an organization role: a role that members hold within an organization.',
  words: { title: 'Create organization role', button: 'Create organization role', danger: null },
  permission: 'organization-roles:write',
  route: { method: 'POST', path: '/organization-roles' },
  input: z.strictObject({
    name: nameSchema.describe('Name of the organization role, unique among organization roles.'),
    description: descriptionSchema.default('').describe('Purpose of the organization role.'),
    organizationScopeIds: idsSchema('organizationScope')
      .default([])
      .describe('The organization scopes that it grants.'),
    scopeIds: idsSchema('scope').default([]).describe('The scopes of API resources that it grants.'),
  }),
  output: { organizationRole: entity('OrganizationRole', 'The new organization role.') },
  always: ['OrganizationRole.Created'],
  sometimes: ['OrganizationRole.Scopes.Updated'],
  async run({ tx, actor, ids, emit }, { organizationScopeIds, scopeIds, ...data }) {
    await lockKeyShare(tx, 'organizationScope', organizationScopeIds, 'organizationScopeIds');
    await lockKeyShare(tx, 'scope', scopeIds, 'scopeIds');
    await assertMayGrant({ tx, actor }, { scopeIds });
    const id = ids.next('organizationRole');
    const organizationRole = organizationRoleOf(await tx.organizationRole.create({ data: { ...data, id } }));
    emit('OrganizationRole.Created', id, { organizationRole });
    const delta = organizationScopeDelta({
      addedOrganizationScopeIds: await addLinks(tx, 'organizationRoleScopes', [id], organizationScopeIds),
      addedScopeIds: await addLinks(tx, 'organizationRoleApiScopes', [id], scopeIds),
    });
    if (delta.addedOrganizationScopeIds.length || delta.addedScopeIds.length) {
      emit('OrganizationRole.Scopes.Updated', id, { organizationRole, ...delta });
    }
    return { organizationRole: id };
  },
});
