import { z } from 'zod';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import { field } from '../../vocabulary/shape-parts.ts';
import { scopesByNameSchema } from '../../domain/oauth/api-resource.ts';
import { forbidden } from '../../domain/failure.ts';
import { descriptionSchema, idsSchema, nameSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/records/links.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { scopesNamed } from '../../store/records/scopes.ts';
import { roleOf, userOf } from '../../store/records/shapes.ts';
import { lockUsers } from '../../store/records/users.ts';

/** The permission of assignUserRoles. */
const assigning = 'users:write';

export const createRole = defineOperation({
  name: 'createRole',
  summary: 'Create a role, with the scopes that it grants and the users who hold it.',
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
    userIds: field(
      idsSchema('user').default([]),
      `The users who hold it from the start. Requires ${assigning} as well.`,
      [],
    ).register(fieldFacts, { description: 'The users who hold it from the start.' }),
  }),
  output: { role: entity('Role', 'The new role.') },
  always: ['Role.Created'],
  sometimes: ['Role.Scopes.Updated', 'User.Roles.Updated'],
  async run({ tx, actor, ids, emit }, { scopeIds: byId, scopes, userIds, ...data }) {
    if (userIds.length && !actor.permissions.has(assigning)) throw forbidden(assigning);
    await lockKeyShare(tx, 'scope', byId, 'scopeIds');
    const named = await scopesNamed(tx, scopes, 'scopes');
    await lockKeyShare(tx, 'scope', named, 'scopes');
    const scopeIds = [...byId, ...named];
    await assertMayGrant({ tx, actor }, { scopeIds });
    const users = await lockUsers(tx, userIds, 'userIds');
    const role = await tx.role.create({ data: { ...data, id: ids.next('role') } });
    emit('Role.Created', role.id, { role: roleOf(role) });
    const addedScopeIds = await addLinks(tx, 'roleScopes', [role.id], scopeIds);
    if (addedScopeIds.length) {
      emit('Role.Scopes.Updated', role.id, { role: roleOf(role), addedScopeIds, removedScopeIds: [] });
    }
    await addLinks(tx, 'usersOfRole', [role.id], userIds);
    for (const user of users) {
      emit('User.Roles.Updated', user.id, { user: userOf(user), addedRoleIds: [role.id], removedRoleIds: [] });
    }
    return { role: role.id };
  },
});
