import { z } from 'zod';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import { field } from '../../vocabulary/shape-parts.ts';
import { scopesByNameSchema } from '../../domain/oauth/api-resource.ts';
import { descriptionSchema, idsSchema, nameSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/records/links.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { scopesNamed } from '../../store/records/scopes.ts';
import { roleOf } from '../../store/records/shapes.ts';

export const createRole = defineOperation({
  name: 'createRole',
  summary: 'Create a role, with the scopes that it grants.',
  words: { title: 'Create role', button: 'Create role', danger: null },
  permission: 'roles:write',
  route: { method: 'POST', path: '/roles' },
  input: z.strictObject({
    name: nameSchema.describe('Name of the role, unique among roles.'),
    description: descriptionSchema.default('').describe('Purpose of the role.'),
    isDefault: z.boolean().default(false).describe('Whether new users get the role.'),
    scopeIds: field(idsSchema('scope').default([]), 'The scopes that it grants, by id.', []).register(fieldFacts, {
      description: 'The scopes that it grants.',
    }),
    scopes: scopesByNameSchema
      .default([])
      .describe('The scopes that it grants, by API resource and name.')
      .register(fieldFacts, { isForCode: true }),
  }),
  output: { role: entity('Role', 'The new role.') },
  always: ['Role.Created'],
  sometimes: ['Role.Scopes.Updated'],
  async run({ tx, actor, ids, emit }, { scopeIds: byId, scopes, ...data }) {
    await lockKeyShare(tx, 'scope', byId, 'scopeIds');
    const named = await scopesNamed(tx, scopes, 'scopes');
    await lockKeyShare(tx, 'scope', named, 'scopes');
    const scopeIds = [...byId, ...named];
    await assertMayGrant({ tx, actor }, { scopeIds });
    const role = await tx.role.create({ data: { ...data, id: ids.next('role') } });
    emit('Role.Created', role.id, { role: roleOf(role) });
    const addedScopeIds = await addLinks(tx, 'roleScopes', [role.id], scopeIds);
    if (addedScopeIds.length) {
      emit('Role.Scopes.Updated', role.id, { role: roleOf(role), addedScopeIds, removedScopeIds: [] });
    }
    return { role: role.id };
  },
});
