import { z } from 'zod';
import { recordId } from '../../domain/text.ts';
import { defineOperation, entity, type RunContext } from '../../kernel/operation.ts';
import { addLinks } from '../../store/records/links.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';
import { createAdministratorRole } from './administrators.ts';
import { rolesHoldingAll } from './management-api.ts';

export const makeAdministrator = defineOperation({
  name: 'makeAdministrator',
  summary: 'Assign a user the oldest role that holds every permission of the Management API, or a new one.',
  permission: 'platform',
  route: null,
  input: z.strictObject({ userId: recordId('user') }),
  output: { user: entity('User', 'The updated user.') },
  always: ['User.Roles.Updated'],
  sometimes: ['Role.Created', 'Role.Scopes.Updated'],
  async run(context, { userId }) {
    const { tx, emit, unchanged } = context;
    const user = await lockUser(tx, userId);
    const { id: apiResourceId } = await tx.apiResource.findFirstOrThrow({ where: { isBuiltIn: true } });
    const scopes = await tx.scope.findMany({ where: { apiResourceId } });
    const held = await rolesHoldingAll(context, apiResourceId, scopes.length);
    if (await tx.userRole.findFirst({ where: { userId, roleId: { in: held } } })) return unchanged({ user: userId });
    const scopeIds = scopes.map(({ id }) => id);
    const roleId = held[0] ?? (await createAdministratorRole(context, await freeName(context), scopeIds));
    await lockKeyShare(tx, 'role', [roleId], 'userId');
    const addedRoleIds = await addLinks(tx, 'userRoles', [userId], [roleId]);
    emit('User.Roles.Updated', userId, { user: userOf(user), addedRoleIds, removedRoleIds: [] });
    return { user: userId };
  },
});

/** Another role can have the name that the first start gives. */
async function freeName({ tx, ids }: Pick<RunContext<never>, 'tx' | 'ids'>): Promise<string> {
  const name = 'Administrator';
  return (await tx.role.findUnique({ where: { name } })) ? `${name} ${ids.next('role')}` : name;
}
