import { z } from 'zod';
import { requireNotBuiltIn } from '../../domain/oauth/api-resource.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { lockApiResource, scopeIn } from '../../store/row-locks/locked-records.ts';
import { lockScopes, removeScopesFromOrganizationRoles, removeScopesFromRoles } from '../../store/records/cascades.ts';
import { scopeOf } from '../../store/records/shapes.ts';
import { deletedIdOf } from '../../vocabulary/ids.ts';

export const deleteScope = defineOperation({
  name: 'deleteScope',
  summary: 'Delete a scope of an API resource. It is removed from all roles and organization roles.',
  words: {
    title: 'Delete {scopeId}',
    button: 'Delete {scopeId}',
    danger: 'It leaves all roles and organization roles. There is no way back.',
  },
  permission: 'resources:write',
  recentSignIn: true,
  record: 'scopeId',
  route: { method: 'DELETE', path: '/resources/:apiResourceId/scopes/:scopeId' },
  input: z.strictObject({
    apiResourceId: idSchema('apiResource').describe('The API resource that the scope belongs to.'),
    scopeId: idSchema('scope').describe('The scope to delete.'),
  }),
  output: { deletedScopeId: deletedIdOf('scope') },
  always: ['Scope.Deleted'],
  sometimes: ['Role.Scopes.Updated', 'OrganizationRole.Scopes.Updated'],
  async run({ tx, emit }, { apiResourceId, scopeId }) {
    const resource = await lockApiResource(tx, apiResourceId);
    const scope = await scopeIn(tx, resource, scopeId);
    requireNotBuiltIn(resource);
    await lockScopes(tx, [scopeId]);
    for (const [id, data] of await removeScopesFromRoles(tx, [scopeId])) emit('Role.Scopes.Updated', id, data);
    for (const [id, data] of await removeScopesFromOrganizationRoles(tx, [scopeId])) {
      emit('OrganizationRole.Scopes.Updated', id, data);
    }
    await tx.scope.delete({ where: { id: scopeId } });
    emit('Scope.Deleted', scopeId, { scope: scopeOf(scope) });
    return { deletedScopeId: scopeId };
  },
});
