import { z } from 'zod';
import { idsSchema, recordId } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { revokeKeepingAdministrator } from '../../store/access/administrators.ts';
import { replaceLinks } from '../../store/records/links.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { lockRole } from '../../store/row-locks/locked-records.ts';
import { roleOf } from '../../store/records/shapes.ts';

export const replaceRoleScopes = defineOperation({
  name: 'replaceRoleScopes',
  summary: 'Replace all scopes of a role.',
  words: { title: 'Replace all scopes of {roleId}', button: 'Replace scopes', danger: null },
  permission: 'roles:write',
  record: 'roleId',
  route: { method: 'PUT', path: '/roles/:roleId/scopes' },
  input: z.strictObject({
    roleId: recordId('role'),
    scopeIds: idsSchema('scope').describe('The new scopes.'),
  }),
  output: { role: entity('Role', 'The updated role.') },
  inverse: { list: 'scopeIds', added: 'addedScopeIds', removed: 'removedScopeIds' },
  always: ['Role.Scopes.Updated'],
  async run({ tx, actor, emit, unchanged }, { roleId, scopeIds }) {
    const role = roleOf(await lockRole(tx, roleId));
    await lockKeyShare(tx, 'scope', scopeIds, 'scopeIds');
    const { added, removed } = await revokeKeepingAdministrator(
      tx,
      { roleId, scopeIdsLeft: scopeIds },
      'scopeIds',
      () => replaceLinks(tx, 'roleScopes', [roleId], scopeIds),
    );
    if (!added.length && !removed.length) return unchanged({ role: roleId });
    await assertMayGrant({ tx, actor }, { scopeIds: added });
    emit('Role.Scopes.Updated', roleId, { role, addedScopeIds: added, removedScopeIds: removed });
    return { role: roleId };
  },
});
